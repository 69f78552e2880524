import { BlockList, isIP } from 'node:net'

/**
 * NO_PROXY as curl and most programs read it: `*`, host names with their subdomains, addresses, each with a port or not, and ranges of
 * addresses (`10.0.0.0/8`, `fd00::/8`).
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

/** An entry's name and its port. The colons of an IPv6 address are no port's, unless brackets tell them apart. */
function parseEntry(entry: string): { name: string; only: string | undefined } {
  if (isIP(entry) === 6) return { name: entry, only: undefined }
  const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? []
  return { name: name.replace(/^\[|\]$/g, ''), only }
}

/** Whether a host is an address in a range. A name is not looked up: the proxy may be the only one that knows it. */
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
