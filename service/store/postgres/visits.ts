import { countNames, startOfDay } from '../visits/visits.ts'
import type { ReferrerRow, VisitBatch, VisitRow } from '../visits/visits.ts'
import { encodeArrays, type ArrayParam } from './server/binary.ts'

function integerArray(elements: readonly number[]): ArrayParam {
  return { type: 'BIGINT', elements }
}

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
  const arrays = encodeArrays([
    integerArray([...links]),
    ...countNames.map((_, column) =>
      integerArray(Array.from(links, (_link, row) => counts[row * width + column] ?? 0)),
    ),
    integerArray(referrers.links),
    { type: 'TEXT', elements: referrers.hosts },
    integerArray(referrers.visits),
  ])
  return [writer, number, sentAt, hour, startOfDay(hour), ...arrays]
}

/** Returns the parameters of `putVisits`. */
export function visitParams(rows: VisitRow[]): Buffer[] {
  return encodeArrays([
    integerArray(rows.map(({ link }) => link)),
    integerArray(rows.map(({ span }) => span)),
    integerArray(rows.map(({ start }) => start)),
    ...countNames.map((_, column) => integerArray(rows.map(({ counts }) => counts[column] ?? 0))),
  ])
}

/** Returns the parameters of `putReferrers`. */
export function referrerParams(rows: ReferrerRow[]): Buffer[] {
  return encodeArrays([
    integerArray(rows.map(({ link }) => link)),
    integerArray(rows.map(({ start }) => start)),
    { type: 'TEXT', elements: rows.map(({ host }) => host) },
    integerArray(rows.map(({ visits }) => visits)),
  ])
}
