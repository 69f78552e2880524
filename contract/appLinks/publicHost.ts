import { isLoopback } from '../loopback.ts'

/** Ends of names that only a local network knows (RFC 6761, RFC 6762, RFC 8375, and ICANN for `.internal`). */
const localNames = /(^|\.)(local|localhost|internal|test|home\.arpa)$/i

/** Private and link-local IPv4 addresses (RFC 1918, RFC 3927), and the same of IPv6 (RFC 4193, RFC 4291). */
const privateAddress = /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[f[cd]|\[fe[89ab])/i

/** Whether a host can be reached only from this computer or a local network, so that phones can't use it. */
export function isLocalHost(hostname: string): boolean {
  const isSingleName = !hostname.includes('.') && !hostname.startsWith('[')
  return isSingleName || isLoopback(hostname) || localNames.test(hostname) || privateAddress.test(hostname)
}
