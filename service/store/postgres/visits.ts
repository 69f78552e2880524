import { createSharedVisits, toDailyVisitors, toVisit, toVisitSum } from '../visits/visitRows.ts'
import { countNames, startOfDay } from '../visits/visits.ts'
import type { ReferrerRow, VisitBatch, VisitRow, VisitStore } from '../visits/visits.ts'
import { encodeArrays, type ArrayParam } from './server/binary.ts'
import type { Database } from './database.ts'
import type { StatementName } from './statements.ts'

/** Returns the visit store of a PostgreSQL database. */
export function createVisitStore(database: Database): VisitStore {
  const read = async (name: StatementName, values: unknown[]) => (await database.run(name, values)).rows
  const write = async (name: StatementName, values: unknown[]) => (await database.run(name, values)).changes
  return {
    add: async (batch) => void (await write('addVisits', batchParams(batch))),
    sum: async (links) => (await read('sumVisits', encodeArrays([integerArray(links)]))).map(toVisitSum),
    find: async (links, span, from, to) =>
      (await read('findVisits', [...encodeArrays([integerArray(links)]), span, from, to])).map(toVisit),
    findPeople: async (links, from, to) =>
      (await read('findPeople', [...encodeArrays([integerArray(links)]), from, to])).map(toDailyVisitors),
    ...createSharedVisits({ read, write }),
    forget: async (links) =>
      (await write('forgetVisits', encodeArrays([integerArray(links)]))) +
      (await write('forgetReferrers', encodeArrays([integerArray(links)]))),
    put: (rows) => write('putVisits', visitParams(rows)),
    putReferrers: (rows) => write('putReferrers', referrerParams(rows)),
  }
}

function integerArray(elements: readonly number[]): ArrayParam {
  return { type: 'BIGINT', elements }
}

function batchParams({ writer, number, sentAt, hour, links, counts, referrers }: VisitBatch): unknown[] {
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

function visitParams(rows: VisitRow[]): Buffer[] {
  return encodeArrays([
    integerArray(rows.map(({ link }) => link)),
    integerArray(rows.map(({ span }) => span)),
    integerArray(rows.map(({ start }) => start)),
    ...countNames.map((_, column) => integerArray(rows.map(({ counts }) => counts[column] ?? 0))),
  ])
}

function referrerParams(rows: ReferrerRow[]): Buffer[] {
  return encodeArrays([
    integerArray(rows.map(({ link }) => link)),
    integerArray(rows.map(({ start }) => start)),
    { type: 'TEXT', elements: rows.map(({ host }) => host) },
    integerArray(rows.map(({ visits }) => visits)),
  ])
}
