import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { tokenHeader } from '../contract/app/window/windowAddress.ts'

/** Returns the only valid `Host` of this server. Any other name is a rebinding attack or a mistake. */
export function ownHost(request: IncomingMessage): string {
  return new URL(`http://127.0.0.1:${request.socket.localPort ?? 0}`).host
}

/** Whether the browser addressed this server by its own name (against DNS rebinding). */
export function isOwnHost(request: IncomingMessage): boolean {
  return request.headers.host === ownHost(request)
}

/**
 * Returns the full address of a request; `null` if it isn't on this server. The request target may be a path, or an
 * absolute address as sent to a proxy (RFC 9112 §3.2.2).
 */
export function ownAddress(request: IncomingMessage): string | null {
  const { url = '' } = request
  const origin = `http://${ownHost(request)}`
  const address = url.startsWith('/') ? URL.parse(origin + url) : URL.parse(url)
  return address?.origin === origin ? address.href : null
}

/** Whether a request comes from this server's own page. No other page can set or omit its `Origin`. */
export function isOwnOrigin(request: IncomingMessage): boolean {
  return request.headers.origin === `http://${ownHost(request)}`
}

/** Whether a call comes from this server's own page and carries the token of this start. */
export function isCallAllowed(request: IncomingMessage, token: string): boolean {
  if (!isOwnOrigin(request)) return false
  const sentToken = request.headers[tokenHeader]
  return typeof sentToken === 'string' && equalSecrets(sentToken, token)
}

/** Compares in constant time. The hashes have the same length, regardless of the input. */
function equalSecrets(actual: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(actual), hash(expected))
}
