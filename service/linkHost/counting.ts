import type { FastifyRequest } from 'fastify'
import { testQuery } from '../../contract/visits.ts'
import type { VisitCounter } from '../visits/counter.ts'
import { referringHost } from '../visits/referrer.ts'
import { knownVisitor } from './knownVisitors.ts'
import type { VisitAnswer } from './visit.ts'

/** Counts the visit that a request makes to a link, by how it was answered. */
export function countVisit(
  counter: VisitCounter,
  link: number,
  { headers, raw }: FastifyRequest,
  { kind }: VisitAnswer,
): void {
  const { crawler, system } = knownVisitor(headers['user-agent'])
  if (kind === 'card' || crawler !== null || raw.method === 'HEAD' || isFetchedAhead(headers)) {
    counter.bot(link, kind === 'card')
  } else if (isTest(raw.url ?? '')) counter.test(link)
  else counter.person(link, system, kind, referringHost(headers.referer))
}

/** A browser says that nobody looks yet (Fetch, "Sec-Purpose"), older ones in words of their own. */
function isFetchedAhead(headers: FastifyRequest['headers']): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-purpose'] ?? headers['x-moz']
  return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose))
}

function isTest(url: string): boolean {
  return url.endsWith(testQuery) && /[?&]$/.test(url.slice(0, -testQuery.length))
}
