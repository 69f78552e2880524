import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the client address for rate limits: IPv4, or the /64 of an IPv6 address. Behind a proxy it is the last
 * address in `X-Forwarded-For`, which the proxy added; earlier ones may be forged.
 */
export function clientAddress(request: IncomingMessage, behindProxy: boolean): string {
  const forwarded = behindProxy ? String(request.headers['x-forwarded-for']).split(',').at(-1) : undefined
  return parseNetwork(forwarded?.trim() ?? '') ?? parseNetwork(request.socket.remoteAddress ?? '') ?? ''
}

/** Returns `null` if this is not an address. Some proxies append the port. */
function parseNetwork(text: string): string | null {
  const address = text
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/%.*$/, '')
  if (isIPv4(address)) return address
  return isIPv6(address) ? ipv6Network(address) : null
}

/** An IPv4-mapped IPv6 address is that IPv4 address; which form appears depends on the socket. */
function ipv6Network(address: string): string {
  // Formatted as in the URL standard: lower case, without leading zeros, the last 32 bits never in dotted form.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical)
  if (mapped) return mapped.slice(1).flatMap(groupBytes).join('.')
  const [head = [], tail = []] = canonical.split('::').map((text) => text.split(':').filter(Boolean))
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return `${groups.slice(0, 4).join(':')}::/64`
}

function groupBytes(group: string): number[] {
  const value = parseInt(group, 16)
  return [value >> 8, value & 0xff]
}
