import { otherReferrers } from '../../contract/service/link/visits.ts'

// Bounded, because clients can send any text.
const maxCachedReferrers = 1_000
/** `https://`, a name of 253 characters (RFC 1035, section 2.3.4), and a port. */
const maxOriginLength = 8 + 253 + 6
const cachedHosts = new Map<string, string>()

/**
 * A public host: a name with a dot whose last label starts with a letter. IP addresses and names in private networks
 * could identify a visitor.
 */
const publicHost =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** Returns the referring host in lower case and ASCII; `other` for one that isn't public; `null` if none was sent. */
export function findReferringHost(referrer: string | undefined): string | null {
  if (!referrer) return null
  // What follows the host isn't needed and never kept.
  const end = referrer.indexOf('/', 8)
  const origin = end < 0 ? referrer : referrer.slice(0, end)
  if (origin.length > maxOriginLength) return otherReferrers
  const cached = cachedHosts.get(origin)
  if (cached !== undefined) return cached
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
