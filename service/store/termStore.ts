import type { TermStore } from './projectTerms.ts'
import { originsText } from './columns.ts'
import { toOrigins } from './rows.ts'
import { createSelection } from './selection.ts'
import type { Row } from './selection.ts'

interface Parts {
  read: (name: 'findLinksOfDay' | 'listOrigins', params: Param[]) => Promise<Row[]>
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
    set: async (project, { ratePerMinute, linksPerDay, linkOrigin, linkOrigins, setAt }) => {
      const origins = [linkOrigin, originsText(linkOrigins)]
      return (await write('setProjectTerms', [ratePerMinute, linksPerDay, ...origins, setAt, project])) === 1
    },
    origins: async () => (await read('listOrigins', [])).map(toOrigins),
    addLinks: async (project, day, links) => {
      if (links !== 0) await write('addLinksOfDay', [day, links, project])
      const [row] = await read('findLinksOfDay', [project, day])
      return row ? linksOfDaySelection.read.counted_links(row) : 0
    },
  }
}
