import { apiPrefix } from '../api/headers.ts'
import { unquoteAddress } from './unquote.ts'
import { isLoopback } from './loopback.ts'

/** `code` is one of the app's problems. */
export type BaseUrlResult =
  | { ok: true; baseUrl: string }
  | { ok: false; code: 'url_scheme' | 'url_invalid' | 'url_insecure' }

/**
 * Parses a pasted base URL (specification 1). Removes invisible characters and quotes around it, adds `https://` if there is no scheme (`http://` for
 * this computer), and ends it with `/api/v1/sdk`. Allows plain `http:` for loopback only.
 */
export function readBaseUrl(text: string): BaseUrlResult {
  const address = unquoteAddress(text)
  if (findMistypedScheme(address) !== null) return { ok: false, code: 'url_scheme' }
  const url = parseWebAddress(address)
  // URLs allow signs in a host that no name has, such as the quotation mark of a text that was copied in part.
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && /^[\w.:[\]-]+$/.test(url.hostname)
  if (!isWeb || url.username || url.password) {
    return { ok: false, code: 'url_invalid' }
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { ok: false, code: 'url_insecure' }
  const path = ['', ...url.pathname.split('/').filter(Boolean), ''].join('/')
  const prefix = path.indexOf(`${apiPrefix}/`)
  const root = prefix < 0 ? path.slice(0, -1) : path.slice(0, prefix)
  return { ok: true, baseUrl: url.origin + root + apiPrefix }
}

/**
 * Returns the mistyped scheme of an address, such as `htps:/` or `ftp://`; otherwise `null`. Ignores a host with a port
 * (`localhost:4680`), and the missing slash of `https:/`, which browsers add (URL standard, special schemes).
 */
export function findMistypedScheme(text: string): string | null {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+-]*):(.*)/is.exec(unquoteAddress(text)) ?? []
  if (scheme === undefined || /^https?$/i.test(scheme) || !/^\D/.test(rest)) return null
  return isLoopback(scheme) ? null : `${scheme}:${/^\/*/.exec(rest)?.[0] ?? ''}`
}

function parseWebAddress(text: string): URL | null {
  if (/^https?:/i.test(text)) return URL.parse(text)
  const url = URL.parse(`https://${text}`)
  return url && isLoopback(url.hostname) ? URL.parse(`http://${text}`) : url
}

/**
 * Whether two base URLs have different hosts (with port), so that a key entered for one belongs to somebody else at the
 * other.
 */
export function isOtherHost(from: string, to: string): boolean {
  return new URL(from).host !== new URL(to).host
}
