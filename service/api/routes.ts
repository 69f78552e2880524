import type { FastifyPluginCallback } from 'fastify'
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
import type { Api, ApiParts } from './apiParts.ts'
import { lookupResponseText } from './responseText.ts'
import { changeRoutes } from './changeRoutes.ts'
import { entityTag } from './entityTags.ts'
import { createHeaderGuard, requestOwner } from './headerGuard.ts'
import { findOwnedLink } from '../links/ownership.ts'
import { createRepeatHandler, createWriteReader } from './idempotency.ts'
import {
  linkNotFoundError,
  linkParams,
  contentTypeNote,
  dailyLimitError,
  withErrors,
  sendText,
} from './responses.ts'
import { createLoopCheck, prepareBodies } from './requestBody.ts'
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
    const api = prepareBodies(app)
    generateRoute(api, parts)
    lookupRoute(api, parts)
    lookupManyRoute(api, parts)
    changeRoutes(api, parts)
    listRoute(api, parts)
    inviteRoute(api, parts)
    rulesRoute(api, parts)
    pathsRoute(api, parts)
    if (parts.retention) visitRoutes(api, parts.store, parts.retention)
    done()
  }
}

function generateRoute(api: Api, { creator, hosts }: ApiParts): void {
  const toText = (result: CreateResult) =>
    JSON.stringify({ link: linkAddress(hosts.defaultOrigin, locationOrThrow(result)) })
  api.route({
    method: 'POST',
    url: '/generate_link',
    schema: {
      operationId: 'generateLink',
      summary: 'Generate a link',
      body: generateRequestWith(createLoopCheck((host) => hosts.has(host))),
      response: withErrors(generateResponse, [409, 413, 422]),
    },
    preValidation: createWriteReader(hosts),
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

function lookupRoute(api: Api, { store, hosts }: ApiParts): void {
  api.route({
    method: 'GET',
    url: '/link/:link_path',
    schema: {
      operationId: 'retrieveLink',
      summary: 'Retrieve a link',
      description: contentTypeNote,
      params: linkParams,
      querystring: lookupQuery,
      response: withErrors(lookupResponse, [404, 422]),
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
