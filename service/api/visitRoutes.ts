import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  visitLimits,
  visitLinesAnswer,
  visitsAnswer,
  visitsQuery,
  visitsRequest,
} from '../../contract/visits.ts'
import { ApiError } from '../http/apiError.ts'
import type { VisitKeeping } from '../settings/visits.ts'
import type { LinkOwner, Store, StoredLink } from '../store/store.ts'
import { dayOf, spans } from '../store/visits.ts'
import { dayNamed, visitLines, visitsOf } from '../visits/report.ts'
import type { Days } from '../visits/report.ts'
import { hourAt, retentionAt } from '../visits/retention.ts'
import { ownerOf } from './guard.ts'
import { linkNotFound, linkPathNote, needsContentType, refusals, sendText } from './replies.ts'
import { readBody } from './requestBody.ts'

interface VisitParts {
  store: Store
  keeping: VisitKeeping
}

/** How often links were visited (specification 4.5), behind the header guard. */
export function visitRoutes(app: FastifyInstance, parts: VisitParts): void {
  ofOneLink(app, parts)
  ofManyLinks(app, parts)
}

function ofOneLink(app: FastifyInstance, { store, keeping }: VisitParts): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: '/link/:link_path/visits',
    schema: {
      operationId: 'retrieveVisits',
      summary: 'Retrieve the visits of a link',
      description: needsContentType,
      params: z.object({ link_path: z.string().describe(linkPathNote) }),
      querystring: visitsQuery,
      response: { 200: visitsAnswer, ...refusals([400, 401, 404, 408, 415, 422, 429, 431, 500, 503]) },
    },
    handler: async (request, reply) => {
      const now = Date.now()
      const days = daysAsked(request.query, today(now))
      const link = await store.findLink(request.params.link_path)
      if (!isOf(ownerOf(request), link)) throw linkNotFound()
      const visits = await visitsOf(store.visits, link.id, days, retentionAt(now, keeping))
      return sendText(reply, JSON.stringify({ visits }))
    },
  })
}

function ofManyLinks(app: FastifyInstance, { store }: VisitParts): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: '/visits',
    schema: {
      operationId: 'retrieveVisitLines',
      summary: 'Retrieve the visits of many links, in short',
      description:
        'A path without a link in this project and environment is left out of the answer. It changes nothing.',
      body: visitsRequest,
      response: { 200: visitLinesAnswer, ...refusals([400, 401, 408, 413, 415, 422, 429, 431, 500, 503]) },
    },
    preValidation: (request, _reply, next) => {
      const bytes = request.body as unknown as Buffer | undefined
      request.body = readBody(bytes) as typeof request.body
      next()
    },
    handler: async (request, reply) => {
      const found = await Promise.all([...new Set(request.body.paths)].map((path) => store.findLink(path)))
      const owned = found.filter((link) => isOf(ownerOf(request), link))
      return sendText(reply, JSON.stringify(await visitLines(store.visits, owned, today(Date.now()))))
    },
  })
}

function today(now: number): number {
  return dayOf(hourAt(now))
}

function isOf({ project, environment }: LinkOwner, link: StoredLink | null): link is StoredLink {
  return link?.project === project && link.environment === environment
}

function daysAsked(query: z.infer<typeof visitsQuery>, today: number): Days {
  const to = query.to === undefined ? today : dayNamed(query.to)
  const from = query.from === undefined ? to - (visitLimits.usualDays - 1) * spans.day : dayNamed(query.from)
  if (from > to) throw wrongDays('Must not be after the last day.')
  if ((to - from) / spans.day >= visitLimits.days) {
    throw wrongDays(`Must be at most ${visitLimits.days} days together with the last one.`)
  }
  return { from, to }
}

function wrongDays(sentence: string): ApiError {
  return new ApiError('invalid_field', 'Some fields are not valid.', { fields: { from: sentence } })
}
