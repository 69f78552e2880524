import type { FastifyRequest } from 'fastify'
import { testQuery } from '../../contract/service/link/visits.ts'
import type { VisitCounter } from '../visits/counter.ts'
import { findReferringHost } from '../visits/referrer.ts'
import type { CachedVisitor } from './visitorCache.ts'
import type { VisitKind } from './visit.ts'

interface Visit {
  /** The link's id. */
  link: number
  visitor: CachedVisitor
  kind: VisitKind
}

/** Counts the visit made by this request. */
export function countVisit(
  counter: VisitCounter,
  { link, visitor, kind }: Visit,
  { headers, raw }: FastifyRequest,
): void {
  if (kind === 'card' || visitor.program !== null || raw.method === 'HEAD' || isPrefetch(headers)) {
    counter.countBot(link, visitor.program ?? 'other', kind === 'card')
  } else if (isTestVisit(raw.url ?? '')) counter.countTest(link)
  else counter.countPerson(link, visitor.system, kind, findReferringHost(headers.referer))
}

/** Whether a browser is prefetching (Fetch, "Sec-Purpose"; older browsers use other headers). */
function isPrefetch(headers: FastifyRequest['headers']): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-purpose'] ?? headers['x-moz']
  return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose))
}

function isTestVisit(url: string): boolean {
  return url.endsWith(testQuery) && /[?&]$/.test(url.slice(0, -testQuery.length))
}
