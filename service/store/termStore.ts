import type { ProjectDomains, TermStore } from './projectTerms.ts'
import { domainTexts } from './domainTexts.ts'
import { toDomains } from './rows.ts'
import { createSelection } from './selection.ts'
import type { Row } from './selection.ts'
import { afterStoring } from './storeErrors.ts'

interface Parts {
  read: (name: 'findLinksOfDay' | 'listDomains', params: Param[]) => Promise<Row[]>
  /** Resolves to the number of changed rows. */
  write: (name: 'setProjectTerms' | 'addLinksOfDay', params: Param[]) => Promise<number>
}

type Param = string | number | null

const linksOfDaySelection = createSelection({ counted_links: { kind: 'integer' } } as const, [
  'counted_links',
])

/** Same code for every engine: only the statements differ. */
export function createTermStore({ read, write }: Parts): TermStore {
  return {
    set: async (project, terms, previousSetAt) => {
      const { ratePerMinute, linksPerDay, setAt } = terms
      const { link_origin, link_origins, link_domains, link_apps } = domainTexts(terms)
      const texts = [link_origin, link_origins, link_domains, link_apps]
      const params = [ratePerMinute, linksPerDay, ...texts, setAt, project, previousSetAt]
      return (await write('setProjectTerms', params)) === 1
    },
    domains: createDomainReader(() => read('listDomains', [])),
    addLinks: async (project, day, links) => {
      const readTotal = () => read('findLinksOfDay', [project, day])
      if (links !== 0) await write('addLinksOfDay', [day, links, project])
      const [row] = await (links === 0 ? readTotal() : afterStoring(readTotal))
      return row ? linksOfDaySelection.read.counted_links(row) : 0
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
