import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import { headers } from '../../contract/headers.ts'
import { version } from '../version.ts'
import { requestId } from './requestId.ts'
import { Refusal } from './refusal.ts'

/** Answers what is not HTTP at all, too slow or too large in its headers, with JSON like everything else. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  socket.end(rawAnswer(refusalFor(error.code)))
}

function refusalFor(code: string | undefined): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Refusal('request_timeout', 'The request did not arrive in time.')
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Refusal('too_large', 'The headers of the request are too large.', { status: 431 })
  }
  return new Refusal('malformed_request', 'The request is not valid HTTP.')
}

/** The whole answer as text, for a socket that no longer belongs to an HTTP parser. */
export function rawAnswer(refusal: Refusal): string {
  const id = requestId()
  const body = JSON.stringify(refusal.body(id))
  const lines = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${headers.requestId}: ${id}`,
    `${headers.linkService}: linkwright/${version}`,
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
