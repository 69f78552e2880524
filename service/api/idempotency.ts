import type { FastifyRequest } from 'fastify'
import { headers } from '../../contract/headers.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError } from '../http/apiError.ts'
import { requestHash } from '../links/create.ts'
import type { IdempotencyUse } from '../store/store.ts'
import { header } from './guard.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The `Idempotency-Key` of a create and the hash of its body; `null` when none was sent. */
    idempotency: IdempotencyUse | null
  }
}

/** Reads the optional `Idempotency-Key` header together with the body that it stands for. */
export function idempotencyUse(request: FastifyRequest, body: Uint8Array | undefined): IdempotencyUse | null {
  const key = header(request, headers.idempotencyKey)
  if (key === undefined) return null
  if (key.length < 1 || key.length > limits.idempotencyKey) {
    throw new ApiError(
      'invalid_idempotency_key',
      `The Idempotency-Key header must have 1 to ${limits.idempotencyKey} characters.`,
    )
  }
  return { key, requestHash: requestHash(body ?? '') }
}
