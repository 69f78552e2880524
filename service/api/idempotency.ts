import type { FastifyRequest } from 'fastify'
import { headers } from '../../contract/headers.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError } from '../http/apiError.ts'
import { requestHash } from '../links/create.ts'
import type { IdempotencyUse } from '../store/store.ts'
import { readHeader } from './headerGuard.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The `Idempotency-Key` of a create and the hash of its body; `null` when none was sent. */
    idempotency: IdempotencyUse | null
  }
}

/** Reads the optional `Idempotency-Key` header together with the body that it stands for. */
export function readIdempotencyUse(
  request: FastifyRequest,
  body: Uint8Array | undefined,
): IdempotencyUse | null {
  const key = readHeader(request, headers.idempotencyKey)
  if (key === undefined) return null
  // Node reads a header as Latin-1, one character for each byte.
  refuseLength(key.length)
  return { key, requestHash: requestHash(body ?? '') }
}

/**
 * Throws if a key is empty or too long. Bytes outside ASCII are allowed and opaque (RFC 9110, section 5.5), so the limit
 * counts bytes: the service cannot know which encoding the client has used.
 */
function refuseLength(bytes: number): void {
  const most = limits.idempotencyKey
  if (bytes >= 1 && bytes <= most) return
  const reason =
    bytes === 0
      ? 'is empty'
      : `has ${bytes} bytes. A letter outside ASCII, such as ä, takes two bytes or more in UTF-8`
  throw new ApiError(
    'invalid_idempotency_key',
    `The Idempotency-Key header ${reason}. It must have 1 to ${most} bytes.`,
  )
}
