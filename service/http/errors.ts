import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../contract/service/api/limits.ts'
import { StoreDamagedError, StoreReplacedError, StoreUnavailableError } from '../store/storeErrors.ts'
import type { ErrorLog } from './errorLog.ts'
import { ApiError } from './apiError.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the link has been passed to the store. From then on it may be stored even if the request fails. */
    isStoring: boolean
  }
}

/** Sent when the database is unavailable; in seconds. */
const retryHeaders = { 'retry-after': '1' }

/**
 * Answers every error with JSON. Anything that is neither an `ApiError` nor a known client error is logged.
 */
export function createErrorHandler(errorLog: ErrorLog) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const apiError = toApiError(error, request.isStoring)
    if (apiError.status >= 500) errorLog.write(request.id, error)
    return sendApiError(apiError, request, reply)
  }
}

export function sendApiError(apiError: ApiError, request: FastifyRequest, reply: FastifyReply) {
  return reply
    .code(apiError.status)
    .headers(apiError.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(apiError.body(request.id)))
}

function toApiError(error: unknown, isStoring: boolean): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof StoreUnavailableError) {
    const stored = isStoring && !error.nothingStored ? 'unknown' : 'no'
    return new ApiError('unavailable', sentenceFor(error), { headers: retryHeaders, stored })
  }
  const { code, statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new ApiError('too_large', `The body is larger than ${limits.bodyBytes / 1_024} KiB.`)
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ApiError('malformed_request', 'The request is not valid HTTP.')
  }
  return new ApiError('internal', 'An internal error occurred and was logged.', {
    stored: isStoring ? 'unknown' : 'no',
  })
}

function sentenceFor(error: StoreUnavailableError): string {
  if (error instanceof StoreDamagedError) return 'The requested data is in a damaged part of the database.'
  if (error instanceof StoreReplacedError)
    return 'The database file was moved, replaced or removed while in use.'
  return 'The database is temporarily unavailable. Try again shortly.'
}
