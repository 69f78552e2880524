import type { LinkRow } from '../store/links.ts'
import type { Store } from '../store/store.ts'

/** Links per read. */
const pageSize = 500

/** Yields all links with an id above `after` and up to `last`, by id, in non-empty pages. */
export async function* readLinkPages(store: Store, after = -1, last = Infinity): AsyncGenerator<LinkRow[]> {
  for (let from = after; from < last;) {
    const page = await store.scanLinks(from, pageSize)
    const requested = page.filter(({ id }) => id <= last)
    if (requested.length > 0) yield requested
    if (page.length < pageSize) return
    from = page.at(-1)?.id ?? last
  }
}
