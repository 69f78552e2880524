import { expect, it } from 'vitest'
import { serviceErrorBody, serviceErrors } from '../../../../contract/service/api/serviceError.ts'

it('every error code has its documented status', () => {
  expect(serviceErrors).toEqual({
    missing_project_key: 401,
    invalid_project_key: 401,
    key_scope: 403,
    key_environment: 403,
    changes_off: 403,
    invitation_not_valid: 404,
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
    path_taken: 409,
    cursor_expired: 410,
    precondition_failed: 412,
    precondition_required: 428,
    rate_limited: 429,
    request_timeout: 408,
    internal: 500,
    unavailable: 503,
  })
})

it('the error body accepts only the documented members', () => {
  const body = {
    error: 'No.',
    code: 'invalid_field',
    fields: { title: 'Must be text.' },
    stored: 'no',
    request_id: 'r',
  }
  expect(serviceErrorBody.parse(body)).toEqual(body)
  expect(serviceErrorBody.safeParse({ ...body, stack: 'at …' }).success).toBe(false)
  expect(serviceErrorBody.safeParse({ ...body, code: 'other' }).success).toBe(false)
  expect(serviceErrorBody.safeParse({ ...body, stored: 'yes' }).success).toBe(false)
})
