import type { DailyKind, ProjectDomains, ProjectTerms } from './projectTerms.ts'
import { termColumns, valuesOf } from '../schema/columns.ts'
import { toDomains } from '../schema/rows.ts'
import { createSelection, type Row, type StatementRunner } from '../schema/selection.ts'

const dailyStatements = {
  links: { add: 'addLinksOfDay', find: 'findLinksOfDay' },
  changes: { add: 'addChangesOfDay', find: 'findChangesOfDay' },
} as const satisfies Record<DailyKind, object>
type DailyStatement = (typeof dailyStatements)[DailyKind]
type Runner = StatementRunner<
  DailyStatement['find'] | 'listDomains',
  DailyStatement['add'] | 'setProjectTerms'
>

const countSelection = createSelection({ count: { kind: 'integer' } } as const, ['count'])

/** Stores projects' terms and the counts for them. */
export type TermStore = ReturnType<typeof createTermStore>

/** Same code for every engine: only the statements differ. */
export function createTermStore({ read, write }: Runner) {
  return {
    /**
     * Resolves to `false` if there is no such project, or if its terms were not last set at `previousSetAt`: then another
     * caller has set them since they were read.
     */
    set: async (project: string, terms: ProjectTerms, previousSetAt: number | null) =>
      (await write('setProjectTerms', [project, previousSetAt, ...valuesOf(termColumns, { terms })])) === 1,
    domains: createDomainReader(() => read('listDomains', [])),
    /**
     * Adds to the number of links created, or changes made, on a day (days since 1970, UTC), unless the sum would exceed the
     * limit. Resolves to whether it did.
     */
    addToDay: async (
      kind: DailyKind,
      project: string,
      { day, count, limit = Number.MAX_SAFE_INTEGER }: { day: number; count: number; limit?: number },
    ) => (await write(dailyStatements[kind].add, [day, count, project, limit])) === 1,
    countOfDay: async (kind: DailyKind, project: string, day: number) => {
      const [row] = await read(dailyStatements[kind].find, [project, day])
      return row ? countSelection.read.count(row) : 0
    },
  }
}

/**
 * Returns a function that reads what visits need to know about all projects where it differs from the default. Resolves to
 * the same array as before if nothing has changed.
 */
export function createDomainReader(readRows: () => Promise<Row[]>) {
  let cached: { text: string; domains: readonly ProjectDomains[] } = { text: '', domains: [] }
  return async () => {
    const rows = await readRows()
    // Asked every second, and parsing costs more than the query.
    const text = JSON.stringify(rows)
    if (text !== cached.text) cached = { text, domains: rows.map(toDomains) }
    return cached.domains
  }
}
