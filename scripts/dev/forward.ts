import { request as requestTo, type IncomingMessage, type ServerResponse } from 'node:http'
import { isOwnHost, ownHost } from '../../loopback/requestOrigin.ts'

/**
 * Forwards a request to the browser host. The host accepts only its own `Host` and `Origin`, so both are replaced if
 * they are those of the dev server. Any other origin gets 403, with or without the token.
 */
export async function forwardToHost(
  request: IncomingMessage,
  response: ServerResponse,
  hostPort: () => Promise<number>,
): Promise<void> {
  if (!isOwnHost(request) || !isOwnOrigin(request)) {
    rejectRequest(response)
    return
  }
  const port = await hostPort().catch(() => null)
  // Sends no response: the window then says that the app isn't running, which is true.
  if (port === null) {
    request.socket.destroy()
    return
  }
  const hostAddress = `127.0.0.1:${port}`
  const headers = {
    ...request.headers,
    host: hostAddress,
    ...(request.headers.origin && { origin: `http://${hostAddress}` }),
  }
  const { method, originalUrl: path = request.url } = request as IncomingMessage & { originalUrl?: string }
  const forwardedRequest = requestTo(
    { host: '127.0.0.1', port, method, path, headers },
    (forwardedResponse) => {
      response.writeHead(forwardedResponse.statusCode ?? 502, forwardedResponse.headers)
      forwardedResponse.pipe(response)
      forwardedResponse.on('error', () => response.destroy())
    },
  )
  forwardedRequest.on('error', () => request.socket.destroy())
  response.on('close', () => forwardedRequest.destroy())
  request.pipe(forwardedRequest)
}

/** Whether the request comes from this server's own page. A browser omits `Origin` only if it can't be forged. */
function isOwnOrigin(request: IncomingMessage): boolean {
  const { origin } = request.headers
  if (origin === undefined) return request.method === 'GET' || request.method === 'HEAD'
  return origin === `http://${ownHost(request)}`
}

/** Answers 403. */
export function rejectRequest(response: ServerResponse): void {
  response.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not allowed')
}
