import type { Store } from '../store/store.ts'
import { spans } from '../store/visits/visits.ts'

/** Rows per read; fewer for rows that are long. */
const defaultPageSize = 2_000
const linksPageSize = 500
/** Few, because each change can contain the longest app data twice. */
const changesPageSize = 200

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

/** Returns all visits by link, span and start. */
export const readVisitPages = ({ visits }: Store) =>
  readPages({ link: -1, span: spans.hour, start: 0 }, visits.scan)

/** Returns all referring hosts by link and start. */
export const readReferrerPages = ({ visits }: Store) =>
  readPages({ link: -1, start: 0, host: '' }, visits.scanReferrers)

/** Returns all links with an id above `afterId`, by id. */
export const readLinkPages = (store: Store, afterId = -1) =>
  readPages({ id: afterId }, ({ id }, limit) => store.scanLinks(id, limit), linksPageSize)

/** Returns all changes of links by link and time. */
export const readChangePages = ({ changes }: Store) =>
  readPages({ link: -1, at: -1 }, changes.scan, changesPageSize)
