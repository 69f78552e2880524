import { BlockList, isIP } from 'node:net'

/**
 * Whether NO_PROXY excludes a URL. Parsed as curl does: `*`, host names including subdomains, and addresses,
 * each with an optional port, and address ranges (`10.0.0.0/8`, `fd00::/8`).
 */
export function matchesNoProxy({ hostname, port }: URL, list: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true
    if (entry.includes('/')) return isInRange(host, entry)
    const { name, only } = parseEntry(entry.toLowerCase())
    const suffix = name.replace(/^\*?\./, '')
    if (suffix === '' || (only !== undefined && only !== (port || '443'))) return false
    return host === suffix || host.endsWith(`.${suffix}`)
  })
}

/** Splits an entry into name and port. Colons of an IPv6 address aren't ports unless it is in brackets. */
function parseEntry(entry: string): { name: string; only: string | undefined } {
  if (isIP(entry) === 6) return { name: entry, only: undefined }
  const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? []
  return { name: name.replace(/^\[|\]$/g, ''), only }
}

/** Whether a host is an address in a range. Names aren't resolved, because only the proxy may know them. */
function isInRange(host: string, range: string): boolean {
  const [net = '', prefix = ''] = range.split('/')
  const family = isIP(net)
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity
  if (family === 0 || isIP(host) !== family || bits > (family === 4 ? 32 : 128)) return false
  const type = family === 4 ? 'ipv4' : 'ipv6'
  const ranges = new BlockList()
  ranges.addSubnet(net, bits, type)
  return ranges.check(host, type)
}
