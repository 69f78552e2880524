import type { LinkRow } from '../store/links.ts'
import type { Store } from '../store/store.ts'
import { readPages } from './pages.ts'

/** Links per read. */
const pageSize = 500

/** Yields all links with an id above `afterId`, by id, in non-empty pages. */
export async function* readLinkPages(store: Store, afterId = -1): AsyncGenerator<LinkRow[]> {
  yield* readPages<Pick<LinkRow, 'id'>, LinkRow>(
    { id: afterId },
    ({ id }, limit) => store.scanLinks(id, limit),
    pageSize,
  )
}
