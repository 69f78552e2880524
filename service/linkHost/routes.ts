import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorLog } from '../http/errorLog.ts'
import { ApiError } from '../http/apiError.ts'
import { linkPattern } from '../http/requestLog.ts'
import type { LinkHosts } from '../links/linkHosts.ts'
import type { RecentLink, RecentLinks } from '../links/recentLinks.ts'
import { StoreUnavailableError } from '../store/storeErrors.ts'
import { statusPage } from './pages/statusPages.ts'
import { pagePolicy } from './pages/style.ts'
import type { VisitCounter } from '../visits/counter.ts'
import { trimPathTail } from '../../contract/service/address/urlBoundary.ts'
import { findReferringHost } from '../visits/referrer.ts'
import { readVisitor, type CachedVisitor } from './visitorCache.ts'
import { visitLink, type PageOrRedirect, type VisitKind } from './visit.ts'
import { testQuery } from '../../contract/service/link/visits.ts'

export interface LinkHostParts {
  links: RecentLinks
  hosts: LinkHosts
  errorLog: ErrorLog
  /** Counts visits; `null` if they aren't counted. */
  counter: VisitCounter | null
}

/** Crawlers create preview cards from links, but have no use for the API. */
const robots = 'User-agent: *\nDisallow: /api/\n'

/** Adds visits to links: every GET that no other route handles. */
export function linkHostRoutes(app: FastifyInstance, parts: LinkHostParts): void {
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(robots),
  )
  // Browsers request this file with every page. Answered without a database query, because it isn't a link.
  app.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) =>
    reply.code(204).header('cache-control', 'public, max-age=86400').send(),
  )
  void app.register((scope, _options, done) => {
    visitRoute(scope, parts)
    done()
  })
}

interface VisitedParams {
  Params: { '*': string }
}
type VisitRequest = FastifyRequest<VisitedParams>

function visitRoute(app: FastifyInstance, { links, hosts, errorLog, counter }: LinkHostParts): void {
  const showsImages = (project: string) => hosts.showsImages(project)
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ApiError) throw error
    errorLog.write(request.id, error)
    const status = error instanceof StoreUnavailableError ? 503 : 500
    return sendVisitResponse(reply.header('retry-after', '1'), {
      status,
      page: statusPage('unavailable', hosts.nameFor(request.headers.host)),
    })
  })
  app.get<VisitedParams>(linkPattern, { schema: { hide: true } }, (request, reply) => {
    const respond = (recentLink: RecentLink | null) => {
      const { host } = request.headers
      if (!recentLink || !hosts.serves(host, recentLink.link)) {
        return sendVisitResponse(reply, answerWithoutLink(hosts, request))
      }
      request.project = recentLink.link.project
      const visitor = readVisitor(request.headers['user-agent'])
      const { link } = recentLink
      const query = readPassedQuery(request.raw.url ?? '')
      const isPassed = query !== '' && (link.passQuery ?? hosts.passesQuery(link.project))
      const response = visitLink(recentLink, visitor, hosts.defaultOrigin, {
        query: isPassed ? query : '',
        showsImages,
      })
      // Nothing more is stored about an erased link.
      if (counter && link.erasedAt === null)
        countVisit(counter, { link: link.id, visitor, kind: response.kind }, request)
      return sendVisitResponse(reply, response)
    }
    const find = () => links.find(trimPathTail(request.params['*']), hosts.visitedHost(request.headers.host))
    const refresh = hosts.refreshIfStale()
    if (refresh) return refresh.then(find).then(respond)
    const found = find()
    if (found instanceof Promise) return found.then(respond)
    // The common case avoids promises, which cost a tenth of a redirect.
    runAfterReads(() => {
      try {
        respond(found)
      } catch (error) {
        void reply.send(error)
      }
    })
  })
}

/** Answers `/` and unknown paths: as the project that owns the host says, or with our page. */
function answerWithoutLink(hosts: LinkHosts, { headers: { host }, params }: VisitRequest): PageOrRedirect {
  const { homepage, notFound } = hosts.pagesOf(host)
  const location = trimPathTail(params['*']) === '' ? homepage : notFound
  if (location !== null) return { status: 302, location }
  return { status: 404, page: statusPage('notFound', hosts.nameFor(host)) }
}

let pendingCalls: (() => void)[] = []

/**
 * Calls back after all input of this event loop turn has been read. Waiting responses are then sent together, which wakes
 * their receiver only once: waking costs as much as a response. The callback must not throw.
 */
function runAfterReads(call: () => void): void {
  if (pendingCalls.length === 0) setImmediate(runPendingCalls)
  pendingCalls.push(call)
}

function runPendingCalls(): void {
  const calls = pendingCalls
  pendingCalls = []
  for (const call of calls) call()
}

/** A link can be deactivated at any time, so the response must not be cached. */
function sendVisitResponse(reply: FastifyReply, response: PageOrRedirect) {
  reply.code(response.status).headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  if (response.location !== undefined) return reply.header('location', response.location).send()
  return reply
    .headers({ 'content-security-policy': response.policy ?? pagePolicy, 'x-robots-tag': 'noindex' })
    .type('text/html; charset=utf-8')
    .send(response.page)
}

/**
 * Returns the parameters of a request's URL that a link passes on, without `?` and without the app's own mark of a test.
 * Node reads each byte as a character, so those outside ASCII are percent-encoded.
 */
export function readPassedQuery(url: string): string {
  const start = url.indexOf('?')
  if (start < 0) return ''
  const query = url.slice(start + 1).replace(/#.*$/s, '')
  // Nearly all queries are passed on as they are.
  if (!query.includes(testQuery) && /^[!-~]*$/.test(query)) return query
  const passed = query.split('&').filter((parameter) => parameter !== testQuery)
  return passed
    .join('&')
    .replace(/[^!-~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

interface Visit {
  /** The link's id. */
  link: number
  visitor: CachedVisitor
  kind: VisitKind
}

/** Counts the visit made by this request. */
function countVisit(
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
