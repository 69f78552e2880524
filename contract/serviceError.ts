import { z } from 'zod'

/** Every error code of our own service with its status (specification 7). */
export const serviceErrors = {
  missing_project_key: 401,
  invalid_project_key: 401,
  invalid_environment: 400,
  unsupported_media_type: 415,
  malformed_request: 400,
  malformed_json: 400,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  invalid_field: 422,
  link_not_found: 404,
  invalid_idempotency_key: 400,
  idempotency_mismatch: 422,
  idempotency_running: 409,
  rate_limited: 429,
  request_timeout: 408,
  internal: 500,
  unavailable: 503,
} as const

export type ServiceErrorCode = keyof typeof serviceErrors

/**
 * Whether a link may have been stored by the request that is refused, or by another with its `Idempotency-Key`. Where it
 * is unknown, a second try under another key may make a second link.
 */
export const mayBeStored = z.enum(['no', 'unknown'])
export type MayBeStored = z.infer<typeof mayBeStored>

/** The body of every error answer. `fields` is there for validation faults only. */
export const serviceErrorBody = z.strictObject({
  error: z.string(),
  code: z.enum(Object.keys(serviceErrors) as [ServiceErrorCode, ...ServiceErrorCode[]]),
  fields: z.record(z.string(), z.string()).optional(),
  stored: mayBeStored,
  request_id: z.string(),
})
export type ServiceErrorBody = z.infer<typeof serviceErrorBody>
