import { trackingNames } from '../link/fields.ts'
import type { TrackingName } from '../link/fields.ts'

/** The tracking fields of a link (specification 2.1); `null` or empty adds nothing. */
export type Tracking = Record<TrackingName, string | null>

/**
 * Adds the tracking fields to an `http(s)` URL as `utm_…`, each unless the URL already carries it, and leaves every
 * other byte of it alone. Custom schemes come back unchanged: an app may read its URL by position.
 */
export function addTracking(url: string, tracking: Tracking): string {
  if (!/^https?:/i.test(url)) return url
  const carried = URL.parse(url)?.searchParams
  const added = trackingNames
    .filter((name) => tracking[name] && !carried?.has(`utm_${name}`))
    .map((name) => `utm_${name}=${percentEncode(tracking[name] ?? '')}`)
    .join('&')
  if (!added) return url
  const hash = url.indexOf('#')
  const [base, fragment] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)]
  return base + querySeparator(base) + added + fragment
}

/** What goes between an address and one more parameter. Only the first `?` begins the query; a second one is part of it. */
function querySeparator(base: string): string {
  const query = base.indexOf('?')
  if (query < 0) return '?'
  return query === base.length - 1 || base.endsWith('&') ? '' : '&'
}

/** The URL as a `Location` header can carry it: everything outside printable ASCII percent-encoded, the rest as it is. */
export function toAsciiUrl(url: string): string {
  return url.replace(/[^\u0021-\u007e]+/gu, percentEncode)
}

/** `encodeURIComponent` for any text: another service may have stored half of a surrogate pair. */
function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
