import { visitPlatforms } from '../../contract/service/link/visits.ts'
import type { Row } from './selection.ts'
import { listColumns } from './sql.ts'
import { StoreDamagedError } from './storeErrors.ts'
import { countNames, spans } from './visits.ts'
import type { DailyVisitors, ReferrerRow, VisitRow, VisitSum } from './visits.ts'

/** Parts of statements that both engines share. */
export const visitKey = ['link_id', 'span', 'start'] as const
export const visitColumns: readonly string[] = [...visitKey, ...countNames]
export const referrerKey = ['link_id', 'start', 'host'] as const
export const referrerColumns: readonly string[] = [...referrerKey, 'visits']

/** Assignments of an upsert to an existing row: the sum. */
export const addCounts = countNames.map((name) => `${name} = visits.${name} + excluded.${name}`).join(', ')
export const addReferrals = 'visits = visit_referrers.visits + excluded.visits'

/** Assignments of a copy: the source's row if it counts more visits than the existing one. */
export const overwriteSmaller = `${countNames.map((name) => `${name} = excluded.${name}`).join(', ')}
  WHERE ${sumExpression(countNames, 'excluded')} > ${sumExpression(countNames, 'visits')}`
export const overwriteSmallerReferrals =
  'visits = excluded.visits WHERE excluded.visits > visit_referrers.visits'

/** Sums over whole days, as integers: PostgreSQL would return decimals. */
export const sumColumns = [
  'link_id, MIN(start)',
  ...[sumExpression(visitPlatforms), 'bots', 'cards', 'tests'].map((sum) => `CAST(SUM(${sum}) AS BIGINT)`),
].join(', ')

function sumExpression(names: readonly string[], table?: string): string {
  return listColumns(names, table).replaceAll(', ', ' + ')
}

/** Visits by people, which are counted once per platform. */
export const visitorsExpression = sumExpression(visitPlatforms)

/** Reads `link_id`, `start` and `people`. */
export function toDailyVisitors(row: Row): DailyVisitors {
  const [link, start, count] = toNumbers(row)
  return { link, start, people: count }
}

/** Reads a single day; `null` if there is none. */
export function toLastDay([row]: Row[]): number | null {
  const day = row?.[0] ?? null
  if (day !== null && typeof day !== 'number') throw damagedError()
  return day
}

/** Reads the columns in `visitColumns`. */
export function toVisit(row: Row): VisitRow {
  const [link, span, start, ...counts] = toNumbers(row)
  if (span !== spans.hour && span !== spans.day) throw damagedError()
  return { link, span, start, counts }
}

/** Reads the columns in `sumColumns`. */
export function toVisitSum(row: Row): VisitSum {
  const [link, since, people, bots = 0, cards = 0, tests = 0] = toNumbers(row)
  return { link, since, people, bots, cards, tests }
}

/** Reads the columns in `referrerColumns`. */
export function toReferrer([link, start, host, visits]: Row): ReferrerRow {
  if (typeof host !== 'string') throw damagedError()
  const [linkId, startHour, count] = toNumbers([link, start, visits])
  return { link: linkId, start: startHour, host, visits: count }
}

function toNumbers(row: Row): [number, number, number, ...number[]] {
  if (row.length < 3 || !row.every((value) => typeof value === 'number')) throw damagedError()
  return row as [number, number, number, ...number[]]
}

function damagedError(): StoreDamagedError {
  return new StoreDamagedError('A stored row of visits has an impossible value.')
}
