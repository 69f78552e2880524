import { otherReferrers } from '../../contract/visits.ts'

// Bounded, since anyone can send anything.
const maxCachedReferrers = 1_000
/** The longest scheme, `https://`, a name of 253 characters (RFC 1035, section 2.3.4), and a port. */
const maxOriginLength = 8 + 253 + 6
const cachedHosts = new Map<string, string>()

/**
 * A public host: names with a dot, of which the last begins with a letter. Addresses, and names of somebody's own network,
 * could tell of a visitor.
 */
const publicHost =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** The host of the page that led to a link, in lower case and ASCII; `other` for one that is not told; `null` for none. */
export function findReferringHost(referrer: string | undefined): string | null {
  if (!referrer) return null
  // What follows the host is none of our business, and not kept even for a moment.
  const end = referrer.indexOf('/', 8)
  const origin = end < 0 ? referrer : referrer.slice(0, end)
  if (origin.length > maxOriginLength) return otherReferrers
  const before = cachedHosts.get(origin)
  if (before !== undefined) return before
  const host = parseHost(origin)
  if (cachedHosts.size >= maxCachedReferrers) cachedHosts.clear()
  cachedHosts.set(origin, host)
  return host
}

function parseHost(origin: string): string {
  const url = /^https?:\/\//i.test(origin) ? URL.parse(origin) : null
  const host = url?.hostname.replace(/\.$/, '') ?? ''
  return publicHost.test(host) ? host : otherReferrers
}
