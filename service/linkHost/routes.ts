import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Store, StoredLink } from '../store/store.ts'
import { inactivePage, landingPage, notFoundPage, previewPage } from './pages/pages.ts'
import { outcomeOf } from './visit.ts'

/** Visits to links: every GET that is not the API's. */
export function linkHostRoutes(app: FastifyInstance, store: Store): void {
  app.get<{ Params: { '*': string } }>('/*', { schema: { hide: true } }, async (request, reply) => {
    const link = await store.findLink(request.params['*'])
    return link ? visit(link, request.headers['user-agent'], reply) : sendPage(reply, 404, notFoundPage())
  })
}

function visit(link: StoredLink, userAgent: string | undefined, reply: FastifyReply) {
  const outcome = outcomeOf(link, userAgent)
  if (outcome.kind === 'inactive') return sendPage(reply, 410, inactivePage())
  if (outcome.kind === 'redirect' && outcome.target !== null) {
    return reply
      .code(302)
      .headers({ location: outcome.target, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .send()
  }
  if (outcome.kind === 'preview' && outcome.target !== null) {
    return sendPage(reply, 200, previewPage(link, outcome.target))
  }
  return sendPage(reply, 200, landingPage(link))
}

function sendPage(reply: FastifyReply, status: number, page: string) {
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}
