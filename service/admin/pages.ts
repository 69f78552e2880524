import type { Store } from '../store/store.ts'
import { spans, type ReferrerRow, type VisitRow } from '../store/visits/visits.ts'
import type { LinkRow } from '../store/links/links.ts'
import type { LinkChange } from '../store/links/changeStore.ts'

/** Rows per read; fewer for rows that are long. */
const defaultPageSize = 2_000

/** Yields all rows after the first key, in non-empty pages. */
export async function* readPages<Key, Row extends Key>(
  first: Key,
  read: (after: Key, limit: number) => Promise<Row[]>,
  pageSize = defaultPageSize,
): AsyncGenerator<Row[]> {
  for (let after: Key | undefined = first; after !== undefined;) {
    const page = await read(after, pageSize)
    if (page.length > 0) yield page
    after = page.length < pageSize ? undefined : page.at(-1)
  }
}

/** Yields all visits by link, span and start, in non-empty pages. */
export async function* readVisitPages({ visits }: Store): AsyncGenerator<VisitRow[]> {
  yield* readPages<Omit<VisitRow, 'counts'>, VisitRow>(
    { link: -1, span: spans.hour, start: 0 },
    (after, limit) => visits.scan(after, limit),
  )
}

/** Yields all referring hosts by link and start, in non-empty pages. */
export async function* readReferrerPages({ visits }: Store): AsyncGenerator<ReferrerRow[]> {
  yield* readPages({ link: -1, start: 0, host: '' }, (after, limit) => visits.scanReferrers(after, limit))
}

const linksPageSize = 500

/** Yields all links with an id above `afterId`, by id, in non-empty pages. */
export async function* readLinkPages(store: Store, afterId = -1): AsyncGenerator<LinkRow[]> {
  yield* readPages<Pick<LinkRow, 'id'>, LinkRow>(
    { id: afterId },
    ({ id }, limit) => store.scanLinks(id, limit),
    linksPageSize,
  )
}

/** Changes per read. Few, because each can contain the longest app data twice. */
const changesPageSize = 200

/** Yields all changes of links by link and time, in non-empty pages. */
export async function* readChangePages({ changes }: Store): AsyncGenerator<LinkChange[]> {
  yield* readPages<Pick<LinkChange, 'link' | 'at'>, LinkChange>(
    { link: -1, at: -1 },
    (after, limit) => changes.scan(after, limit),
    changesPageSize,
  )
}

/** Yields all changes of one link, newest first, in non-empty pages. */
export async function* readHistoryPages({ changes }: Store, link: number): AsyncGenerator<LinkChange[]> {
  yield* readPages<Pick<LinkChange, 'at'>, LinkChange>(
    { at: Number.MAX_SAFE_INTEGER },
    ({ at }, limit) => changes.list(link, at, limit),
    changesPageSize,
  )
}
