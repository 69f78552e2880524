import { byName, namesOf } from '../../../contract/service/link/fields.ts'
import { visitPlatforms } from '../../../contract/service/link/visits.ts'
import { column, type ColumnsOf } from '../schema/columns.ts'
import { createObjectReader, type Row, type RowWriter, type StatementRunner } from '../schema/selection.ts'
import { listColumns, type Dialect } from '../schema/sql.ts'
import { StoreDamagedError } from '../storeErrors.ts'
import { deleteAll, pruneSize } from '../deleteAll.ts'
import { countNames, spans } from './visits.ts'
import type { DailyVisitors, ReferrerRow, Span, VisitBatch, VisitRetention } from './visits.ts'
import type { VisitRow, VisitSum } from './visits.ts'

export const visitColumns = {
  link_id: column('integer', 'link'),
  span: column('integer', 'span'),
  start: column('integer', 'start'),
  ...byName(countNames, (name) => {
    const index = countNames.indexOf(name)
    return { kind: 'integer' as const, get: ({ counts }: VisitRow) => counts[index] ?? 0 }
  }),
} as const satisfies ColumnsOf<VisitRow>
export const visitKey = ['link_id', 'span', 'start'] as const

export const referrerColumns = {
  link_id: column('integer', 'link'),
  start: column('integer', 'start'),
  host: column('text', 'host'),
  visits: column('integer', 'visits'),
} as const satisfies ColumnsOf<ReferrerRow>
export const referrerKey = ['link_id', 'start', 'host'] as const

const visitList = listColumns(namesOf(visitColumns))
const referrerList = listColumns(namesOf(referrerColumns))

/** Assignments of an upsert to an existing row: the sum. */
export const addCounts = countNames.map((name) => `${name} = visits.${name} + excluded.${name}`).join(', ')
export const addReferrals = 'visits = visit_referrers.visits + excluded.visits'

/** Assignments of a copy: the source's row if it counts more visits than the existing one. */
export const overwriteSmaller = `${countNames.map((name) => `${name} = excluded.${name}`).join(', ')}
  WHERE ${sumExpression(countNames, 'excluded')} > ${sumExpression(countNames, 'visits')}`
export const overwriteSmallerReferrals =
  'visits = excluded.visits WHERE excluded.visits > visit_referrers.visits'

/** Sums over whole days, as integers: PostgreSQL would return decimals. */
const sumColumns = [
  'link_id, MIN(start)',
  ...[sumExpression(visitPlatforms), 'bots', 'cards', 'tests'].map((sum) => `CAST(SUM(${sum}) AS BIGINT)`),
  `COALESCE(MAX(CASE WHEN ${sumExpression(visitPlatforms)} > 0 THEN start END), -1)`,
].join(', ')

function sumExpression(names: readonly string[], table?: string): string {
  return listColumns(names, table).replaceAll(', ', ' + ')
}

/** The statements for visits that both engines have. */
export const visitStatements = ({ among, byCodeUnit }: Dialect) =>
  ({
    sumVisits: `SELECT ${sumColumns} FROM visits WHERE link_id ${among(1, 'BIGINT')} AND span = ${spans.day} GROUP BY link_id`,
    findVisits: `SELECT ${visitList} FROM visits
    WHERE link_id ${among(1, 'BIGINT')} AND span = ?2 AND start BETWEEN ?3 AND ?4 ORDER BY link_id, start`,
    findPeople: `SELECT link_id, start, ${sumExpression(visitPlatforms)} FROM visits
    WHERE link_id ${among(1, 'BIGINT')} AND span = ${spans.day} AND start BETWEEN ?2 AND ?3`,
    findReferrers: `SELECT ${referrerList} FROM visit_referrers
    WHERE link_id = ?1 AND start BETWEEN ?2 AND ?3 ORDER BY start, visits DESC, host ${byCodeUnit}`,
    findLastDay: `SELECT MAX(start) FROM visits WHERE span = ${spans.day} AND start < ?1`,
    pruneVisits: `DELETE FROM visits WHERE (${listColumns(visitKey)}) IN
    (SELECT ${listColumns(visitKey)} FROM visits WHERE span = ?1 AND start < ?2 LIMIT ?3)`,
    pruneReferrers: `DELETE FROM visit_referrers WHERE (${listColumns(referrerKey)}) IN
    (SELECT ${listColumns(referrerKey)} FROM visit_referrers WHERE start < ?1 LIMIT ?2)`,
    pruneWriters: 'DELETE FROM visit_writers WHERE written_at < ?1',
    forgetVisits: `DELETE FROM visits WHERE (${listColumns(visitKey)}) IN
    (SELECT ${listColumns(visitKey)} FROM visits WHERE link_id ${among(1, 'BIGINT')} LIMIT ${pruneSize})`,
    forgetReferrers: `DELETE FROM visit_referrers WHERE (${listColumns(referrerKey)}) IN
    (SELECT ${listColumns(referrerKey)} FROM visit_referrers WHERE link_id ${among(1, 'BIGINT')} LIMIT ${pruneSize})`,
    scanVisits: `SELECT ${visitList} FROM visits WHERE (${listColumns(visitKey)}) > (?1, ?2, ?3)
    ORDER BY ${listColumns(visitKey)} LIMIT ?4`,
    scanReferrers: `SELECT ${referrerList} FROM visit_referrers
    WHERE (link_id, start, host ${byCodeUnit}) > (?1, ?2, ?3) ORDER BY link_id, start, host ${byCodeUnit} LIMIT ?4`,
  }) as const

interface Parts extends StatementRunner<keyof ReturnType<typeof visitStatements>> {
  /** Adds all visits of a batch or none; a batch that is already stored changes nothing. */
  add: (batch: VisitBatch) => Promise<void>
  writeRows: RowWriter<'putVisits' | 'putReferrers'>
}

/** Visit counts in a database. Every method rejects as those of `Store` do. */
export type VisitStore = ReturnType<typeof createVisitStore>

/** Only how visits are stored differs between engines. */
export function createVisitStore({ read, write, add, writeRows }: Parts) {
  return {
    add,
    /** Stores rows unchanged, replacing those with fewer visits: only for copies. Resolves to the number of stored rows. */
    put: (rows: VisitRow[]) => writeRows('putVisits', visitColumns, rows),
    putReferrers: (rows: ReferrerRow[]) => writeRows('putReferrers', referrerColumns, rows),
    /** All visits of each link that has any. */
    sum: async (links: readonly number[]) => (await read('sumVisits', [links])).map(toVisitSum),
    /** Periods of these links that start from `from` to `to`, inclusive, oldest first per link. */
    find: async (links: readonly number[], span: Span, from: number, to: number) =>
      (await read('findVisits', [links, span, from, to])).map(toVisit),
    /** For the same days, only visits by people. */
    findPeople: async (links: readonly number[], from: number, to: number) =>
      (await read('findPeople', [links, from, to])).map(toDailyVisitors),
    /**
     * Referring hosts of a link on days that start from `from` to `to`, oldest first, then most frequent first.
     */
    findReferrers: async (link: number, from: number, to: number) =>
      (await read('findReferrers', [link, from, to])).map(toReferrer),
    /** The start of the last day with visits before this one; `null` if there is none. */
    findLastDay: async (before: number) => toLastDay(await read('findLastDay', [before])),
    /** Deletes some of the expired visits. Resolves to the number of deleted rows; 0 if none is left. */
    prune: async ({ day, hour, writer }: VisitRetention) =>
      (await write('pruneVisits', [spans.hour, hour, pruneSize])) +
      (await write('pruneVisits', [spans.day, day, pruneSize])) +
      (await write('pruneReferrers', [day, pruneSize])) +
      (await write('pruneWriters', [writer])),
    /** Deletes all visits of these links. Resolves to the number of deleted rows. */
    forget: async (links: readonly number[]) =>
      (await deleteAll(() => write('forgetVisits', [links]))) +
      (await deleteAll(() => write('forgetReferrers', [links]))),
    /** Rows after this one, ordered by link, span and start, at most `limit`. */
    scan: async ({ link, span, start }: Omit<VisitRow, 'counts'>, limit: number) =>
      (await read('scanVisits', [link, span, start, limit])).map(toVisit),
    /** The same for referring hosts, ordered by link, start and host. */
    scanReferrers: async ({ link, start, host }: Omit<ReferrerRow, 'visits'>, limit: number) =>
      (await read('scanReferrers', [link, start, host, limit])).map(toReferrer),
  }
}

const toReferrer: (row: Row) => ReferrerRow = createObjectReader(referrerColumns)

/** Reads `link_id`, `start` and `people`. */
function toDailyVisitors(row: Row): DailyVisitors {
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
function toVisit(row: Row): VisitRow {
  const [link, span, start, ...counts] = toNumbers(row)
  if (span !== spans.hour && span !== spans.day) throw damagedError()
  return { link, span, start, counts }
}

/** Reads the columns in `sumColumns`. */
function toVisitSum(row: Row): VisitSum {
  const [link, since, people, bots = 0, cards = 0, tests = 0, last = -1] = toNumbers(row)
  return { link, since, last: last < 0 ? null : last, people, bots, cards, tests }
}

function toNumbers(row: Row): [number, number, number, ...number[]] {
  if (row.length < 3 || !row.every((value) => typeof value === 'number')) throw damagedError()
  return row as [number, number, number, ...number[]]
}

function damagedError(): StoreDamagedError {
  return new StoreDamagedError('A stored row of visits has an impossible value.')
}
