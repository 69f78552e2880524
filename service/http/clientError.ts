import { STATUS_CODES } from './nodeHttp.ts'
import type { Socket } from 'node:net'
import { headers } from '../../contract/service/api/headers.ts'
import { closeGracefully } from './gracefulClose.ts'
import { runAfterResponses } from './pipelining.ts'
import type { Log } from './log.ts'
import { ApiError } from './apiError.ts'
import { createRequestId } from './requestId.ts'

/** Answers malformed, slow or oversized requests with JSON like every other error. */
export function sendClientError(
  error: Error & { code?: string },
  socket: Socket,
  { log, service }: { log: Log; service: string },
): void {
  // The connection is already being closed.
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const apiError = errorForCode(error.code)
  const id = createRequestId()
  log.write({ level: 'info', request: id, method: null, route: null, status: apiError.status })
  runAfterResponses(socket, () => {
    socket.write(rawResponse(apiError, service, id))
    closeGracefully(socket)
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

/**
 * Returns a whole response as text, for a socket that has left its HTTP parser. `service` is the value of
 * `Link-Service`.
 */
export function rawResponse(apiError: ApiError, service: string, id: string = createRequestId()): string {
  const body = JSON.stringify(apiError.body(id))
  const lines = [
    `HTTP/1.1 ${apiError.status} ${STATUS_CODES[apiError.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(apiError.headers).map(([name, value]) => `${name}: ${value}`),
    `${headers.requestId}: ${id}`,
    `${headers.linkService}: ${service}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
