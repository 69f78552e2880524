import { countNames, startOfDay } from '../visits/visits.ts'
import type { ReferrerRow, VisitBatch, VisitRow } from '../visits/visits.ts'

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

/** Returns the parameters of `putVisits`. */
export function visitParams(rows: VisitRow[]): number[][] {
  return [
    rows.map(({ link }) => link),
    rows.map(({ span }) => span),
    rows.map(({ start }) => start),
    ...countNames.map((_, column) => rows.map(({ counts }) => counts[column] ?? 0)),
  ]
}

/** Returns the parameters of `putReferrers`. */
export function referrerParams(rows: ReferrerRow[]): (number | string)[][] {
  return [
    rows.map(({ link }) => link),
    rows.map(({ start }) => start),
    rows.map(({ host }) => host),
    rows.map(({ visits }) => visits),
  ]
}
