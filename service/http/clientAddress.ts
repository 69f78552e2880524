import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

/**
 * Where a request comes from, to count by: an IPv4 address, or the /64 of an IPv6 one, of which one machine has all the rest.
 * Of a proxy in front the last address in its `X-Forwarded-For` is believed, which is the one that it has seen itself; those
 * before it may be anyone's invention.
 */
export function clientAddress(request: IncomingMessage, behindProxy: boolean): string {
  const forwarded = behindProxy ? String(request.headers['x-forwarded-for']).split(',').at(-1) : undefined
  return parseNetwork(forwarded?.trim() ?? '') ?? parseNetwork(request.socket.remoteAddress ?? '') ?? ''
}

/** `null` for what is no address. Some proxies add the port. */
function parseNetwork(text: string): string | null {
  const address = text
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/%.*$/, '')
  if (isIPv4(address)) return address
  return isIPv6(address) ? ipv6Network(address) : null
}

/** An IPv4 address in the form of an IPv6 one is that IPv4 address: it depends on the socket how it is told. */
function ipv6Network(address: string): string {
  // As the URL standard writes it: in small letters, without leading zeros, the last 32 bits never with dots.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical)
  if (mapped) return mapped.slice(1).flatMap(groupBytes).join('.')
  const [before = [], after = []] = canonical.split('::').map(ipv6Groups)
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}

function ipv6Groups(text: string): string[] {
  return text === '' ? [] : text.split(':')
}

function groupBytes(group: string): number[] {
  const value = parseInt(group, 16)
  return [value >> 8, value & 0xff]
}
