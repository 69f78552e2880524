import type { Store } from '../store/store.ts'
import { spans } from '../store/visits.ts'
import type { ReferrerRow, VisitRow } from '../store/visits.ts'

/** Rows that are read at once. */
const pageSize = 2_000

/** All visits by link, span and start, in pages that are never empty. */
export async function* pagesOfVisits({ visits }: Store): AsyncGenerator<VisitRow[]> {
  yield* pages<Omit<VisitRow, 'counts'>, VisitRow>({ link: -1, span: spans.hour, start: 0 }, (after) =>
    visits.scan(after, pageSize),
  )
}

/** All referring hosts by link and start, in pages that are never empty. */
export async function* pagesOfReferrers({ visits }: Store): AsyncGenerator<ReferrerRow[]> {
  yield* pages({ link: -1, start: 0, host: '' }, (after) => visits.scanReferrers(after, pageSize))
}

async function* pages<Key, Row extends Key>(
  first: Key,
  read: (after: Key) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after: Key | undefined = first; after !== undefined;) {
    const page = await read(after)
    if (page.length > 0) yield page
    after = page.length < pageSize ? undefined : page.at(-1)
  }
}
