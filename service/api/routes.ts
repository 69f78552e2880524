import type { FastifyInstance, FastifyPluginCallback } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { generateRequestWith, generateResponse } from '../../contract/service/link/generate.ts'
import { headers } from '../../contract/service/api/headers.ts'
import {
  activeUntilField,
  createdAtField,
  lookupResponse,
  lookupQuery,
} from '../../contract/service/link/link.ts'
import { ApiError, invalidFieldsError } from '../http/apiError.ts'
import { parseQuery } from '../http/server.ts'
import { linkAddress, type LinkLocation } from '../links/address.ts'
import type { CreateResult } from '../links/create.ts'
import type { ApiParts } from './apiParts.ts'
import { generateResponseText, lookupResponseText } from './responseText.ts'
import { changeRoutes } from './changeRoutes.ts'
import { entityTag } from './entityTags.ts'
import { createHeaderGuard, requestOwner } from './headerGuard.ts'
import { findOwnedLink } from '../links/ownership.ts'
import { createRepeatHandler, readIdempotencyUse } from './idempotency.ts'
import {
  linkNotFoundError,
  linkPathNote,
  contentTypeNote,
  dailyLimitError,
  errorResponses,
  sendText,
} from './responses.ts'
import { createLoopCheck, parseBody, prepareBodies } from './requestBody.ts'
import { inviteRoute } from './inviteRoute.ts'
import { listRoute } from './listRoute.ts'
import { lookupManyRoute } from './lookupManyRoute.ts'
import { pathsRoute } from './pathsRoute.ts'
import { rulesRoute } from './rulesRoute.ts'
import { visitRoutes } from './visitRoutes.ts'

/** Registers the operations (specification 4). Use it under the version's prefix. */
export function apiRoutes(parts: ApiParts): FastifyPluginCallback {
  return (app, _options, done) => {
    app.addHook('onRequest', createHeaderGuard(parts))
    app.addHook('preValidation', parseQuery)
    prepareBodies(app)
    generateRoute(app, parts)
    lookupRoute(app, parts)
    lookupManyRoute(app, parts)
    changeRoutes(app, parts)
    listRoute(app, parts)
    inviteRoute(app, parts)
    rulesRoute(app, parts)
    pathsRoute(app, parts)
    if (parts.retention) visitRoutes(app, parts.store, parts.retention)
    done()
  }
}

function generateRoute(app: FastifyInstance, { creator, hosts }: ApiParts): void {
  const toText = (result: CreateResult) =>
    generateResponseText(linkAddress(hosts.defaultOrigin, locationOrThrow(result)))
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: '/generate_link',
    schema: {
      operationId: 'generateLink',
      summary: 'Generate a link',
      body: generateRequestWith(createLoopCheck((host) => hosts.has(host))),
      response: {
        200: generateResponse,
        ...errorResponses([400, 401, 403, 408, 409, 413, 415, 422, 429, 431, 500, 503]),
      },
    },
    preValidation: (request, _reply, next) => {
      const bytes = request.body as unknown as Buffer | undefined
      request.idempotency = readIdempotencyUse(request, bytes)
      request.body = parseBody(bytes)
      const refresh = hosts.refreshIfStale()
      if (refresh) void refresh.then(() => next())
      else next()
    },
    handler: async (request, reply) => {
      const { hasApps, linkOrigin } = requestOwner(request)
      const { path } = request.body
      if (hasApps && path !== undefined && (await hosts.isFileFull(linkOrigin, path))) throw fullFileError()
      request.isStoring = true
      return sendText(
        reply,
        toText(await creator.create(requestOwner(request), request.body, request.idempotency)),
      )
    },
    errorHandler: createRepeatHandler(async (request, _reply, { idempotency }) => {
      const repeated = await creator.findRepeated(requestOwner(request), idempotency)
      return repeated && toText(repeated)
    }),
  })
}

function fullFileError(): ApiError {
  const path =
    'The file that tells phones which links open the app has no room for more paths of this length. Choose a shorter or longer one.'
  return invalidFieldsError({ path })
}

function locationOrThrow(result: CreateResult): LinkLocation {
  if (result.kind === 'created' || result.kind === 'repeated') return result
  if (result.kind === 'too many') throw dailyLimitError('new links', result.secondsLeft)
  if (result.kind === 'path taken')
    throw new ApiError('path_taken', 'This path is taken. Choose another one.')
  if (result.kind === 'mismatch') {
    throw new ApiError('idempotency_mismatch', 'This Idempotency-Key was already used with another body.', {
      stored: 'unknown',
    })
  }
  throw new ApiError('idempotency_running', 'The first request with this Idempotency-Key is still running.', {
    headers: { 'retry-after': '1' },
    stored: 'unknown',
  })
}

function lookupRoute(app: FastifyInstance, { store, hosts }: ApiParts): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: '/link/:link_path',
    schema: {
      operationId: 'retrieveLink',
      summary: 'Retrieve a link',
      description: contentTypeNote,
      params: z.object({ link_path: z.string().describe(linkPathNote) }),
      querystring: lookupQuery,
      response: {
        200: lookupResponse,
        ...errorResponses([400, 401, 403, 404, 408, 415, 422, 429, 431, 500, 503]),
      },
    },
    handler: async (request, reply) => {
      // Lookups always query the database: they must return the current state, and rarely repeat the same links as
      // visits do.
      const link = await findOwnedLink(store, requestOwner(request), request.params.link_path)
      if (!link) throw linkNotFoundError()
      const include = request.query.include?.split(',') ?? []
      const includedParts = {
        createdAt: include.includes(createdAtField),
        activeUntil: include.includes(activeUntilField),
      }
      return sendText(
        reply.header(headers.etag, entityTag(link)),
        lookupResponseText(link, hosts.defaultOrigin, includedParts),
      )
    },
  })
}
