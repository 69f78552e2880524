import type { Value } from '../schema/columns.ts'
import type { Row, StatementRunner } from '../schema/selection.ts'
import { createSharedVisits, toDailyVisitors, toVisit, toVisitSum } from '../visits/visitRows.ts'
import type { VisitBatch, VisitStore } from '../visits/visits.ts'
import type { StatementName } from './statements.ts'

interface Parts extends StatementRunner<StatementName> {
  add: (batch: VisitBatch) => Promise<number>
}

/** Returns the visit store of a SQLite file. */
export function createVisitStore({ read, write, add }: Parts): VisitStore {
  /** A link's rows are adjacent, so one query per link costs no more than one for all. */
  const readEach = async (
    links: readonly number[],
    query: (link: number) => Promise<Row[]>,
  ): Promise<Row[]> => (await Promise.all(links.map(query))).flat()
  const writeEach = async (name: StatementName, rows: Value[][]): Promise<number> => {
    const counts = await Promise.all(rows.map((row) => write(name, row)))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  return {
    add: async (batch) => void (await add(batch)),
    sum: async (links) => (await readEach(links, (link) => read('sumVisits', [link]))).map(toVisitSum),
    find: async (links, span, from, to) =>
      (await readEach(links, (link) => read('findVisits', [link, span, from, to]))).map(toVisit),
    findPeople: async (links, from, to) =>
      (await readEach(links, (link) => read('findPeople', [link, from, to]))).map(toDailyVisitors),
    ...createSharedVisits({ read, write }),
    forget: async (links) => {
      const params = links.map((link) => [link])
      return (await writeEach('forgetVisits', params)) + (await writeEach('forgetReferrers', params))
    },
    put: (rows) =>
      writeEach(
        'putVisits',
        rows.map(({ link, span, start, counts }) => [link, span, start, ...counts]),
      ),
    putReferrers: (rows) =>
      writeEach(
        'putReferrers',
        rows.map(({ link, start, host, visits }) => [link, start, host, visits]),
      ),
  }
}
