import { unquoteAddress } from '../../service/address/unquote.ts'

/** An entry of a list of hosts that are reached without a proxy. */
export type NoProxyEntry =
  | { kind: 'all' }
  /** `<local>` of Windows: names without a dot. */
  | { kind: 'simple' }
  | { kind: 'range'; net: string; bits: number }
  /** A host and its subdomains, or an address. */
  | { kind: 'host'; name: string; port: string | null }
  /** A host with `*`, as Windows, macOS and browsers write it. */
  | { kind: 'pattern'; pattern: RegExp; port: string | null }
  | { kind: 'invalid'; text: string }

/**
 * Reads a list in every usual spelling: that of curl (`*`, hosts with their subdomains, address ranges), of Windows
 * (`10.*;<local>`), of browsers (`*.example.com`), with ports, and with the scheme of a copied address.
 */
export function parseNoProxy(list: string): NoProxyEntry[] {
  return list
    .split(/[\s,;|]+/)
    .filter(Boolean)
    .map((text) => parseEntry(text))
}

/** Returns an error message if an entry of a list can't be read; otherwise `null`. */
export function noProxyError(list: string): string | null {
  const invalid = parseNoProxy(list).find((entry) => entry.kind === 'invalid')
  if (invalid?.kind !== 'invalid') return null
  return `“${invalid.text.slice(0, 60)}” is neither a host, such as intranet.example.com, nor a range, such as 10.0.0.0/8 or 10.*.`
}

function parseEntry(text: string): NoProxyEntry {
  if (/^<local>$/i.test(text)) return { kind: 'simple' }
  const entry = unquoteAddress(text.toLowerCase())
    .replace(/^[a-z]{1,10}:\/\//, '')
    .replace(/\/$/, '')
  if (/^\*(?:\.\*)?$/.test(entry)) return { kind: 'all' }
  // Colons of an IPv6 address are no port unless it is in brackets.
  const isVersion6 = /:.*:/.test(entry) && !entry.startsWith('[')
  const parse = entry.includes('/') ? parseRange : isVersion6 ? parseVersion6 : parseHost
  return parse(entry) ?? { kind: 'invalid', text }
}

function parseVersion6(name: string, port: string | null = null): NoProxyEntry | null {
  return URL.canParse(`http://[${name}]/`) ? { kind: 'host', name, port } : null
}

function parseHost(entry: string): NoProxyEntry | null {
  const [, start = '', onlyPort = null] = /^(\[[\da-f:.]+\]|[^:]*)(?::(\d{1,5}|\*))?$/.exec(entry) ?? []
  const port = onlyPort === '*' ? null : onlyPort
  if (start.startsWith('[')) return parseVersion6(start.slice(1, -1), port)
  const name = start.replace(/^(?:\*?\.)+/, '').replace(/\.$/, '')
  // `10.` and `192.168` are the beginning of an address.
  const isBeginning = /^\d{1,3}(\.\d{1,3}){0,2}$/.test(name)
  if (isBeginning) return { kind: 'pattern', pattern: toPattern(`${name}.*`), port }
  if (name.includes('*'))
    return namePattern.test(name) ? { kind: 'pattern', pattern: toPattern(name), port } : null
  const ascii = toAsciiName(name)
  return ascii === null ? null : { kind: 'host', name: ascii, port }
}

function toAsciiName(name: string): string | null {
  const ascii = name === '' ? undefined : URL.parse(`http://${name}/`)?.hostname
  return ascii !== undefined && /^[\w.-]+$/.test(ascii) ? ascii : null
}

function parseRange(entry: string): NoProxyEntry | null {
  const [, start = '', prefix = ''] = /^(\[?[\da-f:.]+\]?)\/(\d{1,3}|[\d.]{7,15})$/.exec(entry) ?? []
  const net = start.replace(/^\[|\]$/g, '')
  const maxBits = countAddressBits(net)
  const bits = prefix.includes('.') ? countMaskBits(prefix) : Number(prefix)
  return maxBits !== null && bits !== null && bits <= maxBits ? { kind: 'range', net, bits } : null
}

/** Returns the length of an address: 32 or 128 bits; `null` if it isn't one. */
function countAddressBits(net: string): number | null {
  if (net.includes(':')) return URL.canParse(`http://[${net}]/`) ? 128 : null
  const isVersion4 = /^\d+(\.\d+){3}$/.test(net) && URL.parse(`http://${net}/`)?.hostname === net
  return isVersion4 ? 32 : null
}

/** Returns the prefix length of a mask such as `255.255.0.0`; `null` if it isn't one. */
function countMaskBits(mask: string): number | null {
  const bits = mask
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('')
  return /^1*0*$/.test(bits) && bits.length === 32 ? bits.lastIndexOf('1') + 1 : null
}

const namePattern = /^(?!.*\*.*\*.*\*.*\*)[\w.*-]+$/

/** Each `*` matches any text. At most three are allowed, so that matching is fast. */
function toPattern(name: string): RegExp {
  const source = name.split('*').map((part) => part.replace(/[.]/g, '\\.'))
  return new RegExp(`^${source.join('.*')}$`)
}
