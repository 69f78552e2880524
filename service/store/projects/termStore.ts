import type { DailyKind, ProjectDomains, TermStore } from './projectTerms.ts'
import { domainTexts } from './domainTexts.ts'
import { toDomains } from '../schema/rows.ts'
import { createSelection, type Row } from '../schema/selection.ts'
import { afterStoring } from '../storeErrors.ts'

interface Parts {
  read: (name: DailyStatement['find'] | 'listDomains', params: Param[]) => Promise<Row[]>
  /** Resolves to the number of changed rows. */
  write: (name: DailyStatement['add'] | 'setProjectTerms', params: Param[]) => Promise<number>
}

type Param = string | number | null

const dailyStatements = {
  links: { add: 'addLinksOfDay', find: 'findLinksOfDay' },
  changes: { add: 'addChangesOfDay', find: 'findChangesOfDay' },
} as const satisfies Record<DailyKind, object>
type DailyStatement = (typeof dailyStatements)[DailyKind]

const countSelection = createSelection({ count: { kind: 'integer' } } as const, ['count'])

/** Same code for every engine: only the statements differ. */
export function createTermStore({ read, write }: Parts): TermStore {
  return {
    set: async (project, terms, previousSetAt) => {
      const { ratePerMinute, linksPerDay, changesPerDay, passesQuery, setAt } = terms
      const { link_origin, link_origins, link_domains, link_apps, link_pages } = domainTexts(terms)
      const texts = [link_origin, link_origins, link_domains, link_apps, link_pages]
      const limits = [ratePerMinute, linksPerDay, changesPerDay]
      const params = [...limits, ...texts, passesQuery ? null : 1, setAt, project, previousSetAt]
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
