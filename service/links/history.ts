import type { LinkChange } from '../store/links/changeStore.ts'
import type { Store } from '../store/store.ts'

/** Number of changes read from the database at a time: each can contain the longest app data twice. */
const pageSize = 10

/** Yields the changes of a link, newest first; with `before`, those before this time. */
export async function* readHistory(
  { changes }: Pick<Store, 'changes'>,
  link: number,
  before = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<LinkChange> {
  for (let start: number | undefined = before; start !== undefined;) {
    const page: LinkChange[] = await changes.list(link, start, pageSize)
    yield* page
    start = page.length < pageSize ? undefined : page.at(-1)?.at
  }
}
