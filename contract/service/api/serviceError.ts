import { z } from 'zod'

/** All error codes of our own service with their HTTP status (specification 7). */
export const serviceErrors = {
  missing_project_key: 401,
  invalid_project_key: 401,
  key_scope: 403,
  key_environment: 403,
  changes_off: 403,
  invalid_environment: 400,
  unsupported_media_type: 415,
  malformed_request: 400,
  malformed_json: 400,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  invalid_field: 422,
  link_not_found: 404,
  invitation_not_valid: 404,
  invalid_idempotency_key: 400,
  idempotency_mismatch: 422,
  idempotency_running: 409,
  path_taken: 409,
  cursor_expired: 410,
  precondition_failed: 412,
  precondition_required: 428,
  rate_limited: 429,
  request_timeout: 408,
  internal: 500,
  unavailable: 503,
} as const

export type ServiceErrorCode = keyof typeof serviceErrors

/**
 * Whether the rejected request may have stored something. If `unknown`, a retry with another key may create a second
 * link. `no` says nothing about earlier requests with the same `Idempotency-Key` (decision 27).
 */
const mayBeStored = z.enum(['no', 'unknown'])
export type MayBeStored = z.infer<typeof mayBeStored>

/**
 * The body of every error response. `fields` is present only for validation errors. `link` is the link's current state,
 * if someone else changed it.
 */
export const serviceErrorBody = z.strictObject({
  error: z.string(),
  code: z.enum(Object.keys(serviceErrors) as [ServiceErrorCode, ...ServiceErrorCode[]]),
  fields: z.record(z.string(), z.string()).optional(),
  stored: mayBeStored,
  link: z.record(z.string(), z.unknown()).optional(),
  request_id: z.string(),
})
export type ServiceErrorBody = z.infer<typeof serviceErrorBody>
