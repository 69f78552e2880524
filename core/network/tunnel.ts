import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { RequestOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'

/** The proxy did not let us through. `status` is its answer, `null` when it could not be reached at all. */
export class ProxyFailure extends Error {
  override name = 'ProxyFailure'
  readonly status: number | null
  constructor(message: string, status: number | null, cause?: unknown) {
    super(message, { cause })
    this.status = status
  }
}

// `https.request` hands these on to `tls.connect`, which the types of the one do not say.
type SecureOptions = RequestOptions & { secureContext: SecureContext }

interface Tunnel {
  proxy: URL
  /** `host:port` */
  target: string
  /** In milliseconds. */
  limit: number
  secureContext: SecureContext
}

/** Opens a way through an HTTP proxy (CONNECT, RFC 9110 §9.3.6). Rejects with `ProxyFailure`. */
export function openTunnel({ proxy, target, limit, secureContext }: Tunnel): Promise<Socket> {
  const options = {
    method: 'CONNECT',
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    path: target,
    headers: { Host: target, ...authorization(proxy) },
    timeout: limit,
    agent: false,
  } as const
  const secure: SecureOptions = { ...options, secureContext }
  const request = proxy.protocol === 'https:' ? requestSecure(secure) : requestPlain(options)
  return new Promise((resolve, reject) => {
    request.once('connect', ({ statusCode = 0 }, socket: Socket) => {
      if (statusCode >= 200 && statusCode < 300) {
        // The time limit was for the proxy alone; from here on the request has its own.
        socket.setTimeout(0)
        resolve(socket)
        return
      }
      socket.destroy()
      reject(new ProxyFailure(`The proxy answered ${statusCode}.`, statusCode))
    })
    // A proxy that does not know CONNECT answers like a web server.
    request.once('response', ({ statusCode = 0 }) => {
      request.destroy()
      reject(new ProxyFailure(`The proxy answered ${statusCode}.`, statusCode))
    })
    request.once('timeout', () => request.destroy(new Error('no answer')))
    request.once('error', (error) =>
      reject(new ProxyFailure(`The proxy failed: ${error.message}`, null, error)),
    )
    request.end()
  })
}

function authorization({ username, password }: URL): Record<string, string> {
  if (!username) return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
}
