import type { FastifyInstance, FastifyPluginCallback } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { generateAnswer } from '../../contract/generate.ts'
import { lookupAnswer } from '../../contract/link.ts'
import { ApiError } from '../http/apiError.ts'
import { linkAddress } from '../links/address.ts'
import type { LinkPlace } from '../links/address.ts'
import type { CreateResult, Creator } from '../links/create.ts'
import type { LinkHosts } from '../links/linkHosts.ts'
import type { VisitKeeping } from '../settings/visits.ts'
import type { Store } from '../store/store.ts'
import { generateAnswerText, lookupAnswerText } from './answer.ts'
import { headerGuard, ownerOf } from './guard.ts'
import type { GuardParts } from './guard.ts'
import { idempotencyUse } from './idempotency.ts'
import { linkNotFound, linkPathNote, needsContentType, refusals, sendText } from './replies.ts'
import { generateRequestFor, readBody, validateWith } from './requestBody.ts'
import { visitRoutes } from './visitRoutes.ts'

export interface ApiParts extends GuardParts {
  store: Store
  creator: Creator
  hosts: LinkHosts
  /** How long visits are kept; `null` where none are counted. */
  keeping: VisitKeeping | null
}

/** The operations (specification 4). Register it under the version's prefix. */
export function apiRoutes(parts: ApiParts): FastifyPluginCallback {
  return (app, _options, done) => {
    app.addHook('onRequest', headerGuard(parts))
    app.removeAllContentTypeParsers()
    // The header guard has checked the media type. The bytes are read as JSON later, so that a refusal of them can keep
    // the connection and an idempotency key can be held against them.
    // Fastify remembers who parses a type that is named, and looks for who parses any other.
    app.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (_request, bytes, parsed) =>
      parsed(null, bytes),
    )
    app.setValidatorCompiler<z.ZodType>(validateWith)
    // Never called: the handlers answer with text. The schemas of answers are there for the documentation.
    app.setSerializerCompiler(() => JSON.stringify)
    generateRoute(app, parts)
    lookupRoute(app, parts)
    if (parts.keeping) visitRoutes(app, { ...parts, keeping: parts.keeping })
    done()
  }
}

function generateRoute(app: FastifyInstance, { creator, hosts }: ApiParts): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: '/generate_link',
    schema: {
      operationId: 'generateLink',
      summary: 'Generate a link',
      body: generateRequestFor((host) => hosts.has(host)),
      response: { 200: generateAnswer, ...refusals([400, 401, 408, 409, 413, 415, 422, 429, 431, 500, 503]) },
    },
    preValidation: (request, _reply, next) => {
      const bytes = request.body as unknown as Buffer | undefined
      request.idempotency = idempotencyUse(request, bytes)
      request.body = readBody(bytes)
      const reading = hosts.upToDate()
      if (reading) void reading.then(() => next())
      else next()
    },
    handler: async (request, reply) => {
      request.isStoring = true
      const result = await creator.create(ownerOf(request), request.body, request.idempotency)
      return sendText(reply, generateAnswerText(linkAddress(hosts.usual, createdPlace(result))))
    },
  })
}

function createdPlace(result: CreateResult): LinkPlace {
  if (result.kind === 'created' || result.kind === 'repeated') return result
  if (result.kind === 'too many') throw tooManyToday(result.secondsLeft)
  if (result.kind === 'mismatch') {
    throw new ApiError('idempotency_mismatch', 'This Idempotency-Key was used before with another body.', {
      stored: 'unknown',
    })
  }
  throw new ApiError('idempotency_running', 'The first request with this Idempotency-Key is still running.', {
    headers: { 'retry-after': '1' },
    stored: 'unknown',
  })
}

function tooManyToday(secondsLeft: number): ApiError {
  const sentence = `The project has made all links that it may make in a day (UTC). Try again in ${secondsLeft} s.`
  return new ApiError('rate_limited', sentence, { headers: { 'retry-after': String(secondsLeft) } })
}

function lookupRoute(app: FastifyInstance, { store, hosts }: ApiParts): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: '/link/:link_path',
    schema: {
      operationId: 'retrieveLink',
      summary: 'Retrieve a link',
      description: needsContentType,
      params: z.object({ link_path: z.string().describe(linkPathNote) }),
      response: { 200: lookupAnswer, ...refusals([400, 401, 404, 408, 415, 429, 431, 500, 503]) },
    },
    handler: async (request, reply) => {
      const { project, environment } = ownerOf(request)
      // A lookup always asks the database: it shows what is there now, and unlike visits is rarely of the same few links.
      const link = await store.findLink(request.params.link_path)
      if (link?.project !== project || link.environment !== environment) {
        throw linkNotFound()
      }
      return sendText(reply, lookupAnswerText(link, hosts.usual))
    },
  })
}
