import type { FastifyReply, FastifyRequest } from 'fastify'
import { headers } from '../../contract/service/api/headers.ts'
import { limits } from '../../contract/service/api/limits.ts'
import { ApiError } from '../http/apiError.ts'
import { requestHash } from '../links/create.ts'
import type { LinkHosts } from '../links/linkHosts.ts'
import type { IdempotencyUse } from '../store/links/links.ts'
import { readHeader } from './headerGuard.ts'
import { parseBody } from './requestBody.ts'
import { sendText } from './responses.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The `Idempotency-Key` of a create or change and the hash of what it asks for; `null` if none was sent. */
    idempotency: IdempotencyUse | null
  }
}

/**
 * Returns a hook before validation that reads the body of a create or change with its `Idempotency-Key`. Then it waits for the link
 * hosts, on which targets are refused.
 */
export function createWriteReader(hosts: LinkHosts) {
  return (request: FastifyRequest, _reply: unknown, next: () => void): void => {
    const bytes = request.body as Buffer | undefined
    request.idempotency = readIdempotencyUse(request, bytes)
    request.body = parseBody(bytes)
    const refresh = hosts.refreshIfStale()
    if (refresh) void refresh.then(() => next())
    else next()
  }
}

/** Reads the optional `Idempotency-Key` header with the body and the link that it applies to. */
function readIdempotencyUse(request: FastifyRequest, body: Uint8Array | undefined): IdempotencyUse | null {
  const key = readHeader(request, headers.idempotencyKey)
  if (key === undefined) return null
  // Node decodes headers as Latin-1, so each character is one byte.
  checkLength(key.length)
  const { link_path: path } = request.params as { link_path?: string }
  const bodyHash = requestHash(body ?? '')
  // The same body for another link is a different request.
  return { key, requestHash: path === undefined ? bodyHash : requestHash(`${path}\n${bodyHash}`) }
}

/** Returns the first answer to a repeated request as text; `null` if its key is new for this body. */
type FindAnswer<R> = (
  request: R,
  reply: FastifyReply,
  repeat: { idempotency: IdempotencyUse; error: ApiError },
) => Promise<string | null>

/**
 * Returns an error handler that sends a known `Idempotency-Key` its first answer, although the same body is refused now
 * (decision 27). Only refused requests are looked up here: an accepted one finds its key while it is stored.
 */
export function createRepeatHandler<R extends FastifyRequest>(findAnswer: FindAnswer<R>) {
  return (error: unknown, request: R, reply: FastifyReply): void => {
    const { idempotency, isStoring } = request
    const isBodyRefused = idempotency && !isStoring && error instanceof ApiError
    const search = isBodyRefused ? findAnswer(request, reply, { idempotency, error }) : Promise.resolve(null)
    // Sending an error passes it on to the API's own error handler.
    search.then(
      (text) => (text === null ? reply.send(error) : sendText(reply, text)),
      (failure: unknown) => reply.send(failure),
    )
  }
}

/**
 * Throws if a key is empty or too long. Non-ASCII bytes are allowed and opaque (RFC 9110, section 5.5). The limit
 * counts bytes, because the client's encoding is unknown.
 */
function checkLength(bytes: number): void {
  const maxBytes = limits.idempotencyKey
  if (bytes >= 1 && bytes <= maxBytes) return
  const reason =
    bytes === 0
      ? 'is empty'
      : `has ${bytes} bytes. Letters outside ASCII, such as ä, take two or more bytes in UTF-8`
  throw new ApiError(
    'invalid_idempotency_key',
    `The Idempotency-Key header ${reason}. It must have 1 to ${maxBytes} bytes.`,
  )
}
