import type { FastifyReply, FastifyRequest } from 'fastify'
import { headers } from '../../contract/service/api/headers.ts'
import type { JsonObject } from '../../contract/service/json/json.ts'
import {
  changeResponse,
  changeRequestWith,
  historyResponse,
  historyLimits,
  historyQuery,
} from '../../contract/service/link/linkChanges.ts'
import { parseTimestamp } from '../../contract/service/text/timestamp.ts'
import { ApiError, invalidFieldsError } from '../http/apiError.ts'
import type { ChangeResult } from '../links/change.ts'
import type { LinkHosts } from '../links/linkHosts.ts'
import type { LinkChange } from '../store/links/changeStore.ts'
import type { StoredLink } from '../store/links/links.ts'
import type { Store } from '../store/store.ts'
import type { Api, ApiParts } from './apiParts.ts'
import { entityTag, readIfMatch } from './entityTags.ts'
import { requestOwner } from './headerGuard.ts'
import { readHistory } from '../links/history.ts'
import { findOwnedLink } from '../links/ownership.ts'
import { createRepeatHandler, createWriteReader } from './idempotency.ts'
import { createLoopCheck } from './requestBody.ts'
import {
  contentTypeNote,
  dailyLimitError,
  withErrors,
  linkNotFoundError,
  linkParams,
  sendText,
} from './responses.ts'
import { changeResponseText, historyEntryText, linkText } from './responseText.ts'
import { historiesRoute } from './historiesRoute.ts'

/** Adds changes of links and their history (specification 4.9 and 4.10), behind the header guard. */
export function changeRoutes(api: Api, parts: ApiParts): void {
  changeRoute(api, parts)
  historyRoute(api, parts)
  historiesRoute(api, parts.store)
}

function changeRoute(api: Api, { changer, hosts }: ApiParts): void {
  const prepareText = (reply: FastifyReply, { link, change }: AppliedChange) => {
    reply.header(headers.etag, entityTag(link))
    return changeResponseText(link, hosts.defaultOrigin, change)
  }
  api.route({
    method: 'PATCH',
    url: '/link/:link_path',
    schema: {
      operationId: 'changeLink',
      summary: 'Change a link',
      description:
        'The body is a JSON merge patch (RFC 7396): omitted fields stay unchanged, and null removes a value. Returns 412 with ' +
        'the current link if it has changed since its ETag was read.',
      consumes: ['application/merge-patch+json', 'application/json'],
      params: linkParams,
      body: changeRequestWith(createLoopCheck((host) => hosts.has(host))),
      response: withErrors(changeResponse, [404, 412, 413, 422, 428]),
    },
    preValidation: createWriteReader(hosts),
    handler: async (request, reply) => {
      const requestedChange = {
        path: request.params.link_path,
        patch: request.body as JsonObject,
        matchesVersion: readIfMatch(request),
        idempotency: request.idempotency,
      }
      request.isStoring = true
      const result = await changer.change(requestOwner(request), requestedChange)
      if (result.kind === 'conflict') return sendConflict(request, reply, result.link, hosts)
      return sendText(reply, prepareText(reply, changeOrThrow(result)))
    },
    errorHandler: createRepeatHandler(async (request, reply, { idempotency, error }) => {
      const { link_path: path } = request.params
      const refuse = () => {
        throw error
      }
      const repeat = { path, patch: {}, matchesVersion: refuse, idempotency }
      const result = await changer.change(requestOwner(request), repeat)
      return result.kind === 'repeated' ? prepareText(reply, result) : null
    }),
  })
}

/** A link after a change. `change` is `null` if nothing differed. */
interface AppliedChange {
  link: StoredLink
  change: LinkChange | null
}

function changeOrThrow(result: ChangeResult): AppliedChange {
  if (result.kind === 'changed' || result.kind === 'repeated') return result
  if (result.kind === 'unchanged') return { link: result.link, change: null }
  if (result.kind === 'invalid') throw invalidFieldsError(result.fields)
  if (result.kind === 'too many') throw dailyLimitError('changes', result.secondsLeft)
  if (result.kind === 'mismatch') {
    throw new ApiError('idempotency_mismatch', 'This Idempotency-Key was already used for another change.', {
      stored: 'unknown',
    })
  }
  throw linkNotFoundError()
}

/** Returns the error with the current link, as text so that `data` is spelled as stored. */
function sendConflict(
  request: Pick<FastifyRequest, 'id'>,
  reply: Pick<FastifyReply, 'code' | 'header' | 'type'>,
  link: StoredLink,
  hosts: LinkHosts,
) {
  const error = new ApiError(
    'precondition_failed',
    'This link was changed after you looked it up. Look it up again before you change it.',
  )
  const body = JSON.stringify(error.body(request.id)).slice(0, -1)
  reply.code(error.status).header(headers.etag, entityTag(link))
  return sendText(reply, `${body},"link":${linkText(link, hosts.defaultOrigin, { activeUntil: true })}}`)
}

function historyRoute(api: Api, { store }: ApiParts): void {
  api.route({
    method: 'GET',
    url: '/link/:link_path/history',
    schema: {
      operationId: 'retrieveHistory',
      summary: 'Retrieve the history of a link',
      description: contentTypeNote,
      params: linkParams,
      querystring: historyQuery,
      response: withErrors(historyResponse, [404, 422]),
    },
    handler: async (request, reply) => {
      const link = await findOwnedLink(store, requestOwner(request), request.params.link_path)
      if (!link) throw linkNotFoundError()
      const { before, limit } = request.query
      const start = before === undefined ? Number.MAX_SAFE_INTEGER : (parseTimestamp(before) ?? 0)
      return sendText(
        reply,
        await historyText(store, link.id, start, Number(limit ?? historyLimits.defaultEntries)),
      )
    },
  })
}

/** Returns the response of `GET /link/:link_path/history` as text. It ends early once it is long. */
async function historyText(store: Store, link: number, start: number, limit: number): Promise<string> {
  const entries: string[] = []
  let [cursor, bytes] = [start, 0]
  const response = (next: string | null) =>
    `{"history":[${entries.join(',')}],"next":${JSON.stringify(next)}}`
  for await (const change of readHistory(store, link, start)) {
    const text = historyEntryText(change)
    bytes += Buffer.byteLength(text)
    // The response always contains the first one, so that repeated requests for the rest end.
    if (entries.length === limit || (bytes > historyLimits.answerBytes && entries.length > 0)) {
      return response(new Date(cursor).toISOString())
    }
    entries.push(text)
    cursor = change.at
  }
  return response(null)
}
