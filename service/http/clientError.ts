import { STATUS_CODES } from './nodeHttp.ts'
import type { Socket } from 'node:net'
import { headers } from '../../contract/headers.ts'
import { closeGracefully } from './gracefulClose.ts'
import { runAfterResponses } from './pipelining.ts'
import type { Log } from './log.ts'
import { ApiError } from './apiError.ts'
import { createRequestId } from './requestId.ts'

/** Answers what is not HTTP at all, too slow or too large in its headers, with JSON like everything else. */
export function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  { log, service }: { log: Log; service: string },
): void {
  // It is being closed in order already.
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const refusal = errorForCode(error.code)
  const id = createRequestId()
  log.write({ level: 'info', request: id, method: null, route: null, status: refusal.status })
  runAfterResponses(socket, () => {
    socket.write(rawResponse(refusal, service, id))
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

/** A whole answer as text, for a socket that no longer belongs to an HTTP parser. `service` is what `Link-Service` says. */
export function rawResponse(refusal: ApiError, service: string, id: string = createRequestId()): string {
  const body = JSON.stringify(refusal.body(id))
  const lines = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}`),
    `${headers.requestId}: ${id}`,
    `${headers.linkService}: ${service}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
