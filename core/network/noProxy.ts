import { BlockList, isIP } from 'node:net'
import { parseNoProxy, type NoProxyEntry } from '../../contract/app/profile/noProxy.ts'

/** Whether a NO_PROXY list excludes a URL. Entries that can't be read match nothing. */
export function matchesNoProxy({ hostname, port }: URL, list: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  return parseNoProxy(list).some((entry) => matchesEntry(entry, host, port || '443'))
}

function matchesEntry(entry: NoProxyEntry, host: string, port: string): boolean {
  if (entry.kind === 'all') return true
  if (entry.kind === 'simple') return isIP(host) === 0 && !host.includes('.')
  if (entry.kind === 'range') return isInRange(host, entry)
  if (entry.kind === 'invalid' || (entry.port !== null && entry.port !== port)) return false
  return entry.kind === 'pattern' ? entry.pattern.test(host) : isHost(host, entry.name)
}

function isHost(host: string, name: string): boolean {
  return host === name || (isIP(name) === 0 && host.endsWith(`.${name}`))
}

/** Whether a host is an address in a range. Names aren't resolved, because only the proxy may know them. */
function isInRange(host: string, { net, bits }: Extract<NoProxyEntry, { kind: 'range' }>): boolean {
  const family = isIP(net)
  if (family === 0 || isIP(host) !== family || bits > (family === 4 ? 32 : 128)) return false
  const type = family === 4 ? 'ipv4' : 'ipv6'
  const ranges = new BlockList()
  ranges.addSubnet(net, bits, type)
  return ranges.check(host, type)
}
