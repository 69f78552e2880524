import type { Socket } from 'node:net'
import { headers } from '../../contract/service/api/headers.ts'
import { answerMalformed, rawResponse } from './rawResponse.ts'
import type { Log } from './log.ts'
import { ApiError } from './apiError.ts'
import { createRequestId } from './requestId.ts'

/** Answers malformed, slow or oversized requests with JSON like every other error. */
export function sendClientError(
  error: Error & { code?: string },
  socket: Socket,
  { log, service }: { log: Log; service: string },
): void {
  answerMalformed(error, socket, () => {
    const apiError = errorForCode(error.code)
    const id = createRequestId()
    log.write({ level: 'info', request: id, method: null, route: null, status: apiError.status })
    return rawError(apiError, service, id)
  })
}

function errorForCode(code: string | undefined): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError('request_timeout', 'The request did not arrive in time.')
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ApiError('too_large', 'The headers of the request are too large.', { status: 431 })
  }
  return new ApiError('malformed_request', 'The request is not valid HTTP.')
}

/** Like `rawResponse`, for an error. `service` is the value of `Link-Service`. */
export function rawError(apiError: ApiError, service: string, id: string = createRequestId()): string {
  const ownHeaders = { [headers.requestId]: id, [headers.linkService]: service }
  return rawResponse(apiError.status, { ...apiError.headers, ...ownHeaders }, apiError.body(id))
}
