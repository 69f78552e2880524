/** Whether a URL leads to a website: only there may parameters be added. An app may parse its URL by position. */
export function isWebAddress(url: string): boolean {
  return /^https?:/i.test(url)
}

/** Adds parameters to the query of a URL. Leaves all other bytes unchanged. */
export function appendParameters(url: string, parameters: readonly string[]): string {
  if (parameters.length === 0) return url
  const hash = url.indexOf('#')
  const [base, fragment] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)]
  return base + querySeparator(base) + parameters.join('&') + fragment
}

/** Returns the separator before another parameter. Only the first `?` starts the query. */
function querySeparator(base: string): string {
  const query = base.indexOf('?')
  if (query < 0) return '?'
  return query === base.length - 1 || base.endsWith('&') ? '' : '&'
}

/**
 * Returns the URL for a `Location` header: everything outside printable ASCII is percent-encoded, except that the host of
 * a website becomes punycode. Many programs can't resolve a percent-encoded host.
 */
export function toAsciiUrl(url: string): string {
  return withAsciiHost(url).replace(/[^\u0021-\u007e]+/gu, percentEncode)
}

function withAsciiHost(url: string): string {
  const [start = '', scheme = '', authority = ''] = /^(https?:\/\/)([^/?#\\]*)/i.exec(url) ?? []
  const hostStart = authority.lastIndexOf('@') + 1
  if (!/[^\u0021-\u007e]|%/.test(authority.slice(hostStart))) return url
  const host = URL.parse(url)?.host
  return host ? scheme + authority.slice(0, hostStart) + host + url.slice(start.length) : url
}

/** Like `encodeURIComponent`, but accepts lone surrogates, which other services may store. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
