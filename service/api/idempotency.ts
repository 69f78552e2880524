import type { FastifyRequest } from 'fastify'
import { headers } from '../../contract/headers.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError } from '../http/apiError.ts'
import { requestHash } from '../links/create.ts'
import type { IdempotencyUse } from '../store/links.ts'
import { readHeader } from './headerGuard.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The `Idempotency-Key` of a create and the hash of its body; `null` if none was sent. */
    idempotency: IdempotencyUse | null
  }
}

/** Reads the optional `Idempotency-Key` header with the body it applies to. */
export function readIdempotencyUse(
  request: FastifyRequest,
  body: Uint8Array | undefined,
): IdempotencyUse | null {
  const key = readHeader(request, headers.idempotencyKey)
  if (key === undefined) return null
  // Node decodes headers as Latin-1, so each character is one byte.
  checkLength(key.length)
  return { key, requestHash: requestHash(body ?? '') }
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
