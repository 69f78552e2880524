import { apiPrefix } from './headers.ts'
import type { ProblemCode } from './problem.ts'

export type BaseUrlRead = { ok: true; baseUrl: string } | { ok: false; code: ProblemCode }

/**
 * Reads a base URL as people paste it: trimmed, `https://` added when there is no scheme, query and fragment cut, an
 * endpoint's path cut, `/api/v1/sdk` added when missing (specification, part 1). Plain `http:` only to loopback.
 */
export function readBaseUrl(text: string): BaseUrlRead {
  const trimmed = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    return { ok: false, code: 'url_invalid' }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { ok: false, code: 'url_insecure' }
  const path = url.pathname.replace(/\/(generate_link|link(\/[^/]*)?)\/?$/, '').replace(/\/+$/, '')
  return { ok: true, baseUrl: url.origin + (path.endsWith(apiPrefix) ? path : path + apiPrefix) }
}

/** Whether a host name means this computer: 127.0.0.0/8, `[::1]`, `localhost` and its subdomains (RFC 6761 §6.3). */
export function isLoopback(hostname: string): boolean {
  return /^(127(\.\d{1,3}){3}|\[?::1\]?|(.+\.)?localhost)$/i.test(hostname)
}
