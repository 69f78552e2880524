import type { TermStore } from './projectTerms.ts'
import { selection } from './selection.ts'
import type { Row } from './selection.ts'

interface Parts {
  read: (name: 'findLinksOfDay', params: Param[]) => Promise<Row[]>
  /** Resolves to the number of changed rows. */
  write: (name: 'setProjectTerms' | 'addLinksOfDay', params: Param[]) => Promise<number>
}

type Param = string | number | null

const linksOfDay = selection({ counted_links: { kind: 'integer' } } as const, ['counted_links'])

/** The same over every engine: only the statements differ. */
export function termStore({ read, write }: Parts): TermStore {
  return {
    set: async (project, { ratePerMinute, linksPerDay, setAt }) =>
      (await write('setProjectTerms', [ratePerMinute, linksPerDay, setAt, project])) === 1,
    addLinks: async (project, day, links) => {
      if (links !== 0) await write('addLinksOfDay', [day, links, project])
      const [row] = await read('findLinksOfDay', [project, day])
      return row ? linksOfDay.read.counted_links(row) : 0
    },
  }
}
