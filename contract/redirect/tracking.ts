import { trackingNames } from '../link/fields.ts'
import type { TrackingName } from '../link/fields.ts'

/** The tracking fields of a link (specification 2.1). `null` and empty values add nothing. */
export type Tracking = Record<TrackingName, string | null>

/**
 * Adds the tracking fields to an `http(s)` URL as `utm_…`, unless the URL already has them. Leaves all other
 * bytes unchanged. Returns custom schemes unchanged, because an app may parse its URL by position.
 */
export function addTracking(url: string, tracking: Tracking): string {
  if (!/^https?:/i.test(url)) return url
  const existing = URL.parse(url)?.searchParams
  const added = trackingNames
    .filter((name) => tracking[name] && !existing?.has(`utm_${name}`))
    .map((name) => `utm_${name}=${percentEncode(tracking[name] ?? '')}`)
    .join('&')
  if (!added) return url
  const hash = url.indexOf('#')
  const [base, fragment] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)]
  return base + querySeparator(base) + added + fragment
}

/** Returns the separator before another parameter. Only the first `?` starts the query. */
function querySeparator(base: string): string {
  const query = base.indexOf('?')
  if (query < 0) return '?'
  return query === base.length - 1 || base.endsWith('&') ? '' : '&'
}

/** Returns the URL for a `Location` header: everything outside printable ASCII is percent-encoded. */
export function toAsciiUrl(url: string): string {
  return url.replace(/[^\u0021-\u007e]+/gu, percentEncode)
}

/** Like `encodeURIComponent`, but accepts lone surrogates, which other services may store. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
