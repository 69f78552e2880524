import { countNames, startOfDay, type VisitBatch } from '../visits/visits.ts'

/** Returns the parameters of `addVisits`. */
export function batchParams({
  writer,
  number,
  sentAt,
  hour,
  links,
  counts,
  referrers,
}: VisitBatch): unknown[] {
  const width = countNames.length
  const countArrays = countNames.map((_, column) =>
    Array.from(links, (_link, row) => counts[row * width + column] ?? 0),
  )
  const referrerArrays = [referrers.links, referrers.hosts, referrers.visits]
  return [writer, number, sentAt, hour, startOfDay(hour), [...links], ...countArrays, ...referrerArrays]
}
