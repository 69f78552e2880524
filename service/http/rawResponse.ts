import type { Socket } from 'node:net'
import { STATUS_CODES } from './nodeHttp.ts'
import { closeGracefully } from './gracefulClose.ts'
import { runAfterResponses } from './pipelining.ts'

/** Answers input that can't be parsed as a request, unless the connection is already being closed. */
export function answerMalformed(
  error: Error & { code?: string },
  socket: Socket,
  createResponse: () => string,
): void {
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const response = createResponse()
  runAfterResponses(socket, () => {
    socket.write(response)
    closeGracefully(socket)
  })
}

/** Returns a whole response as text, for a socket that has left its HTTP parser. */
export function rawResponse(status: number, headers: Record<string, string>, content: object): string {
  const body = JSON.stringify(content)
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
