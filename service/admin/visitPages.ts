import type { Store } from '../store/store.ts'
import { spans } from '../store/visits.ts'
import type { ReferrerRow, VisitRow } from '../store/visits.ts'
import { readPages } from './pages.ts'

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
