import { request as requestSecure, type RequestOptions } from 'node:https'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { readCredentials, ProxyError } from './proxy.ts'

// `getBuiltinModule` avoids loading Node's `fetch`, which an import of `node:http` would do.
const { request: requestPlain } = process.getBuiltinModule('node:http')

// `https.request` passes these to `tls.connect`, which its types don't declare.
type SecureOptions = RequestOptions & { secureContext: SecureContext; rejectUnauthorized: true }

interface Tunnel {
  proxy: URL
  /** `host:port` */
  target: string
  /** Timeout in milliseconds. */
  limit: number
  secureContext: SecureContext
}

/** Opens a connection through an HTTP proxy (CONNECT, RFC 9110 §9.3.6). Rejects with `ProxyError`. */
export function openHttpTunnel({ proxy, target, limit, secureContext }: Tunnel): Promise<Socket> {
  const options = {
    method: 'CONNECT',
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    path: target,
    headers: { Host: target, ...authorizationHeader(proxy) },
    agent: false,
  } as const
  // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED would otherwise apply.
  const secure: SecureOptions = { ...options, secureContext, rejectUnauthorized: true }
  const request = proxy.protocol === 'https:' ? requestSecure(secure) : requestPlain(options)
  return new Promise((resolve, reject) => {
    // Not the request's own timeout, which a slow proxy would extend with every byte.
    const timer = setTimeout(() => request.destroy(new Error('no answer')), limit)
    request.once('connect', (response, socket: Socket) => {
      clearTimeout(timer)
      const { statusCode = 0 } = response
      if (statusCode >= 200 && statusCode < 300) {
        resolve(socket)
        return
      }
      socket.destroy()
      reject(refusalError(response))
    })
    // A proxy without CONNECT support responds like a web server.
    request.once('response', (response) => {
      clearTimeout(timer)
      request.destroy()
      reject(refusalError(response))
    })
    request.once('error', (error) => {
      clearTimeout(timer)
      reject(new ProxyError(`The proxy failed: ${error.message}`, 'proxy_failed', error))
    })
    request.end()
  })
}

function refusalError({ statusCode: status = 0, headers }: IncomingMessage): ProxyError {
  const offers = [headers['proxy-authenticate'] ?? []].flat().join(', ')
  const problem = status !== 407 ? 'proxy_failed' : wantsWindows(offers) ? 'proxy_scheme' : 'proxy_auth'
  return new ProxyError(`The proxy returned ${status}.`, problem)
}

/**
 * Whether a proxy accepts only Windows domain sign-in, for which a user name and password aren't sufficient (RFC 4559).
 */
function wantsWindows(offers: string): boolean {
  return /\b(?:NTLM|Negotiate|Kerberos)\b/i.test(offers) && !/\bBasic\b/i.test(offers)
}

function authorizationHeader(proxy: URL): Record<string, string> {
  const { username, password } = readCredentials(proxy)
  if (!username) return {}
  return { 'Proxy-Authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}
