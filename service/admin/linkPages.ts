import type { LinkRow, Store } from '../store/store.ts'

/** Links that are read at once. */
const pageSize = 500

/** All links with an id above `after` and up to `last`, in order of id, in pages that are never empty. */
export async function* readLinkPages(store: Store, after = -1, last = Infinity): AsyncGenerator<LinkRow[]> {
  for (let from = after; from < last;) {
    const page = await store.scanLinks(from, pageSize)
    const wanted = page.filter(({ id }) => id <= last)
    if (wanted.length > 0) yield wanted
    if (page.length < pageSize) return
    from = page.at(-1)?.id ?? last
  }
}
