import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { tokenHeader } from '../contract/windowAddress.ts'

/** The only `Host` and `Origin` that belong to this server: any other name for it is a rebinding attack or a mistake. */
export function ownHost(request: IncomingMessage): string {
  return new URL(`http://127.0.0.1:${request.socket.localPort ?? 0}`).host
}

/** Whether the browser addressed this server by its own name (against DNS rebinding). */
export function isOwnHost(request: IncomingMessage): boolean {
  return request.headers.host === ownHost(request)
}

/**
 * The whole address that a request asks for, `null` when that is none of this server: a path, or the address itself, as a
 * client of a proxy would send it (RFC 9112 §3.2.2).
 */
export function ownAddress(request: IncomingMessage): string | null {
  const { url = '' } = request
  const own = `http://${ownHost(request)}`
  const address = url.startsWith('/') ? URL.parse(own + url) : URL.parse(url)
  return address?.origin === own ? address.href : null
}

/** Whether a request comes from this server's own page: no other page can set or leave out its `Origin`. */
export function isOwnOrigin(request: IncomingMessage): boolean {
  return request.headers.origin === `http://${ownHost(request)}`
}

/** Whether a call comes from this server's own page and carries the token of this start. */
export function isCallAllowed(request: IncomingMessage, token: string): boolean {
  if (!isOwnOrigin(request)) return false
  const given = request.headers[tokenHeader]
  return typeof given === 'string' && equalSecrets(given, token)
}

/** Compares in a time that tells nothing about the secret: hashes have one length, whatever was sent. */
function equalSecrets(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
