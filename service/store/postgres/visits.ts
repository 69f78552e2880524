import { peopleOfRow, referrerOfRow, visitOfRow, visitSumOfRow } from '../visitRows.ts'
import { countNames, dayOf, pruneSize, spans } from '../visits.ts'
import type { ReferrerRow, VisitBatch, VisitRow, VisitStore } from '../visits.ts'
import { binaryArrays } from './binary.ts'
import type { ArrayParam } from './binary.ts'
import type { Database } from './database.ts'
import type { StatementName } from './statements.ts'

/** The visits in a PostgreSQL database. */
export function visitStore(database: Database): VisitStore {
  const read = async (name: StatementName, values: unknown[]) => (await database.run(name, values)).rows
  const write = async (name: StatementName, values: unknown[]) => (await database.run(name, values)).changes
  return {
    add: async (batch) => void (await write('addVisits', batchParams(batch))),
    sum: async (links) => (await read('sumVisits', binaryArrays([integers(links)]))).map(visitSumOfRow),
    find: async (links, span, from, to) =>
      (await read('findVisits', [...binaryArrays([integers(links)]), span, from, to])).map(visitOfRow),
    findPeople: async (links, from, to) =>
      (await read('findPeople', [...binaryArrays([integers(links)]), from, to])).map(peopleOfRow),
    findReferrers: async (link, from, to) =>
      (await read('findReferrers', [link, from, to])).map(referrerOfRow),
    prune: async ({ day, hour, writer }) =>
      (await write('pruneVisits', [spans.hour, hour, pruneSize])) +
      (await write('pruneVisits', [spans.day, day, pruneSize])) +
      (await write('pruneReferrers', [day, pruneSize])) +
      (await write('pruneWriters', [writer])),
    forget: async (links) =>
      (await write('forgetVisits', binaryArrays([integers(links)]))) +
      (await write('forgetReferrers', binaryArrays([integers(links)]))),
    scan: async ({ link, span, start }, limit) =>
      (await read('scanVisits', [link, span, start, limit])).map(visitOfRow),
    scanReferrers: async ({ link, start, host }, limit) =>
      (await read('scanReferrers', [link, start, host, limit])).map(referrerOfRow),
    put: (rows) => write('putVisits', visitParams(rows)),
    putReferrers: (rows) => write('putReferrers', referrerParams(rows)),
  }
}

function integers(elements: readonly number[]): ArrayParam {
  return { type: 'BIGINT', elements }
}

function batchParams({ writer, number, at, hour, links, counts, referrers }: VisitBatch): unknown[] {
  const width = countNames.length
  const arrays = binaryArrays([
    integers([...links]),
    ...countNames.map((_, column) =>
      integers(Array.from(links, (_link, row) => counts[row * width + column] ?? 0)),
    ),
    integers(referrers.links),
    { type: 'TEXT', elements: referrers.hosts },
    integers(referrers.visits),
  ])
  return [writer, number, at, hour, dayOf(hour), ...arrays]
}

function visitParams(rows: VisitRow[]): Buffer[] {
  return binaryArrays([
    integers(rows.map(({ link }) => link)),
    integers(rows.map(({ span }) => span)),
    integers(rows.map(({ start }) => start)),
    ...countNames.map((_, column) => integers(rows.map(({ counts }) => counts[column] ?? 0))),
  ])
}

function referrerParams(rows: ReferrerRow[]): Buffer[] {
  return binaryArrays([
    integers(rows.map(({ link }) => link)),
    integers(rows.map(({ start }) => start)),
    { type: 'TEXT', elements: rows.map(({ host }) => host) },
    integers(rows.map(({ visits }) => visits)),
  ])
}
