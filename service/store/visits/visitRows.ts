import { visitPlatforms } from '../../../contract/service/link/visits.ts'
import type { Row, StatementRunner } from '../schema/selection.ts'
import { listColumns } from '../schema/sql.ts'
import { StoreDamagedError } from '../storeErrors.ts'
import { countNames, pruneSize, spans } from './visits.ts'
import type { DailyVisitors, ReferrerRow, VisitRow, VisitStore, VisitSum } from './visits.ts'

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
  `COALESCE(MAX(CASE WHEN ${sumExpression(visitPlatforms)} > 0 THEN start END), -1)`,
].join(', ')

function sumExpression(names: readonly string[], table?: string): string {
  return listColumns(names, table).replaceAll(', ', ' + ')
}

/** Visits by people, which are counted once per platform. */
export const visitorsExpression = sumExpression(visitPlatforms)

/** The statements for visits that both engines have. */
export const visitStatements = {
  findLastDay: `SELECT MAX(start) FROM visits WHERE span = ${spans.day} AND start < ?1`,
  pruneVisits: `DELETE FROM visits WHERE (${listColumns(visitKey)}) IN
    (SELECT ${listColumns(visitKey)} FROM visits WHERE span = ?1 AND start < ?2 LIMIT ?3)`,
  pruneReferrers: `DELETE FROM visit_referrers WHERE (${listColumns(referrerKey)}) IN
    (SELECT ${listColumns(referrerKey)} FROM visit_referrers WHERE start < ?1 LIMIT ?2)`,
  pruneWriters: 'DELETE FROM visit_writers WHERE written_at < ?1',
  scanVisits: `SELECT ${listColumns(visitColumns)} FROM visits WHERE (${listColumns(visitKey)}) > (?1, ?2, ?3)
    ORDER BY ${listColumns(visitKey)} LIMIT ?4`,
} as const

type Runner = StatementRunner<
  'findReferrers' | 'findLastDay' | 'scanVisits' | 'scanReferrers',
  'pruneVisits' | 'pruneReferrers' | 'pruneWriters'
>

/** Returns what both engines do alike. */
export function createSharedVisits({ read, write }: Runner) {
  return {
    findReferrers: async (link, from, to) => (await read('findReferrers', [link, from, to])).map(toReferrer),
    findLastDay: async (before) => toLastDay(await read('findLastDay', [before])),
    prune: async ({ day, hour, writer }) =>
      (await write('pruneVisits', [spans.hour, hour, pruneSize])) +
      (await write('pruneVisits', [spans.day, day, pruneSize])) +
      (await write('pruneReferrers', [day, pruneSize])) +
      (await write('pruneWriters', [writer])),
    scan: async ({ link, span, start }, limit) =>
      (await read('scanVisits', [link, span, start, limit])).map(toVisit),
    scanReferrers: async ({ link, start, host }, limit) =>
      (await read('scanReferrers', [link, start, host, limit])).map(toReferrer),
  } satisfies Partial<VisitStore>
}

/** Reads `link_id`, `start` and `people`. */
export function toDailyVisitors(row: Row): DailyVisitors {
  const [link, start, count] = toNumbers(row)
  return { link, start, people: count }
}

/** Reads a single day; `null` if there is none. */
function toLastDay([row]: Row[]): number | null {
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
  const [link, since, people, bots = 0, cards = 0, tests = 0, last = -1] = toNumbers(row)
  return { link, since, last: last < 0 ? null : last, people, bots, cards, tests }
}

/** Reads the columns in `referrerColumns`. */
function toReferrer([link, start, host, visits]: Row): ReferrerRow {
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
