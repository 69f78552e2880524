import type { DailyKind, ProjectDomains, TermStore } from './projectTerms.ts'
import { domainColumns, domainTexts } from './domainTexts.ts'
import { toDomains } from '../schema/rows.ts'
import { createSelection, type Row, type StatementRunner } from '../schema/selection.ts'
import { afterStoring } from '../storeErrors.ts'

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

/** Same code for every engine: only the statements differ. */
export function createTermStore({ read, write }: Runner): TermStore {
  return {
    set: async (project, terms, previousSetAt) => {
      const { ratePerMinute, linksPerDay, changesPerDay, passesQuery, setAt } = terms
      const texts = domainTexts(terms)
      const limits = [ratePerMinute, linksPerDay, changesPerDay]
      const params = [
        ...limits,
        ...domainColumns.map((name) => texts[name]),
        passesQuery ? null : 1,
        setAt,
        project,
        previousSetAt,
      ]
      return (await write('setProjectTerms', params)) === 1
    },
    domains: createDomainReader(() => read('listDomains', [])),
    addToDay: async (kind, project, day, count) => {
      const { add, find } = dailyStatements[kind]
      const readTotal = () => read(find, [project, day])
      if (count !== 0) await write(add, [day, count, project])
      const [row] = await (count === 0 ? readTotal() : afterStoring(readTotal))
      return row ? countSelection.read.count(row) : 0
    },
  }
}

/** Returns `TermStore.domains` for rows from `listDomains`. */
export function createDomainReader(readRows: () => Promise<Row[]>): TermStore['domains'] {
  let cached: { text: string; domains: readonly ProjectDomains[] } = { text: '', domains: [] }
  return async () => {
    const rows = await readRows()
    // Asked every second, and parsing costs more than the query.
    const text = JSON.stringify(rows)
    if (text !== cached.text) cached = { text, domains: rows.map(toDomains) }
    return cached.domains
  }
}
