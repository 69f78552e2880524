import type { LinkRow } from '../store/links.ts'
import type { Store } from '../store/store.ts'

/** Links per read. */
const pageSize = 500

/** Yields all links with an id above `afterId` and up to `lastId`, by id, in non-empty pages. */
export async function* readLinkPages(
  store: Store,
  afterId = -1,
  lastId = Infinity,
): AsyncGenerator<LinkRow[]> {
  for (let cursor = afterId; cursor < lastId;) {
    const page = await store.scanLinks(cursor, pageSize)
    const links = page.filter(({ id }) => id <= lastId)
    if (links.length > 0) yield links
    if (page.length < pageSize) return
    cursor = page.at(-1)?.id ?? lastId
  }
}
