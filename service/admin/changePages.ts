import type { LinkChange } from '../store/changes.ts'
import type { Store } from '../store/store.ts'
import { readPages } from './pages.ts'

/** Changes per read. Few, because each can contain the longest app data twice. */
const pageSize = 200

/** Yields all changes of links by link and time, in non-empty pages. */
export async function* readChangePages({ changes }: Store): AsyncGenerator<LinkChange[]> {
  yield* readPages<Pick<LinkChange, 'link' | 'at'>, LinkChange>(
    { link: -1, at: -1 },
    (after, limit) => changes.scan(after, limit),
    pageSize,
  )
}

/** Yields all changes of one link, newest first, in non-empty pages. */
export async function* readHistoryPages({ changes }: Store, link: number): AsyncGenerator<LinkChange[]> {
  yield* readPages<Pick<LinkChange, 'at'>, LinkChange>(
    { at: Number.MAX_SAFE_INTEGER },
    ({ at }, limit) => changes.list(link, at, limit),
    pageSize,
  )
}
