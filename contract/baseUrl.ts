import { apiPrefix } from './headers.ts'
import type { ProblemCode } from './problem.ts'

export type BaseUrlRead = { ok: true; baseUrl: string } | { ok: false; code: ProblemCode }

/**
 * Reads a base URL as people paste it: trimmed, `https://` added when there is no scheme (`http://` for this computer),
 * everything after `/api/v1/sdk` cut, `/api/v1/sdk` added when missing (specification 1). Plain `http:` only to
 * loopback.
 */
export function readBaseUrl(text: string): BaseUrlRead {
  const url = parseWebAddress(text.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    return { ok: false, code: 'url_invalid' }
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { ok: false, code: 'url_insecure' }
  const path = ['', ...url.pathname.split('/').filter(Boolean), ''].join('/')
  const prefix = path.indexOf(`${apiPrefix}/`)
  const root = prefix < 0 ? path.slice(0, -1) : path.slice(0, prefix)
  return { ok: true, baseUrl: url.origin + root + apiPrefix }
}

function parseWebAddress(text: string): URL | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return URL.parse(text)
  const url = URL.parse(`https://${text}`)
  return url && isLoopback(url.hostname) ? URL.parse(`http://${text}`) : url
}

/** Whether a host name means this computer: 127.0.0.0/8, `[::1]`, `localhost` and its subdomains (RFC 6761 §6.3). */
export function isLoopback(hostname: string): boolean {
  return /^(127(\.\d{1,3}){3}|\[?::1\]?|(.+\.)?localhost)$/i.test(hostname)
}
