import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isLocalName } from '../../contract/service/address/localNames.ts'

/** Where a host is: on the internet, or on this computer or its network. */
export type Reach = 'public' | 'own_network'

/** Thrown if a host is where a connection may not lead. Nothing was sent. */
export class LocalAddressError extends Error {
  override name = 'LocalAddress'
  constructor(host: string, address = host) {
    super(host === address ? `${host} isn’t public.` : `${host} leads to ${address}, which isn’t public.`)
  }
}

/** IPv4 addresses that no public server has (IANA special-purpose registry, and multicast). */
const specialIpv4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`

/** The same for IPv6. 6to4 and Teredo are obsolete, and their addresses contain an IPv4 address that may be local. */
const specialIpv6 = `::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16
  fc00::/7 fe80::/10 fec0::/10 ff00::/8`

/** Addresses of this computer and of private networks, including those of carriers and VPNs (RFC 6598). */
const ownIpv4 = '10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.168.0.0/16'
const ownIpv6 = '::1/128 fc00::/7'

/** Prefixes of IPv6 addresses that end with an IPv4 address: mapped, translated (RFC 2765), and NAT64. */
const embeddingPrefixes = ['::ffff:', '::ffff:0:', '64:ff9b::']

const specialRanges = parseRanges(specialIpv4, specialIpv6)
const ownRanges = parseRanges(ownIpv4, ownIpv6)

function parseRanges(ipv4: string, ipv6: string): BlockList {
  const list = new BlockList()
  for (const range of ipv4.split(/\s+/)) {
    const [network = '', bits = ''] = range.split('/')
    list.addSubnet(network, Number(bits), 'ipv4')
    for (const prefix of embeddingPrefixes) list.addSubnet(`${prefix}${network}`, 96 + Number(bits), 'ipv6')
  }
  for (const range of ipv6.split(/\s+/)) {
    const [network = '', bits = ''] = range.split('/')
    list.addSubnet(network, Number(bits), 'ipv6')
  }
  return list
}

/** Returns where an IP address is; `null` if no server has it. */
function addressReach(address: string): Reach | null {
  const [plain = ''] = address.split('%')
  const version = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(plain) === 0) return null
  if (!specialRanges.check(plain, version)) return 'public'
  return ownRanges.check(plain, version) ? 'own_network' : null
}

/** Returns where the host of a URL is by its name or literal address; `null` for addresses that no server has. */
export function hostReach({ hostname }: URL): Reach | null {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) === 0) return isLocalName(host) ? 'own_network' : 'public'
  return addressReach(host)
}

/**
 * Returns a lookup that passes on only public addresses of `lookUp`, or for a name of the user's network, also addresses
 * in it. Connections use exactly these, so a second answer of the resolver can't lead elsewhere.
 */
export function filterAddresses(lookUp: LookupFunction, reach: Reach): LookupFunction {
  return (host, options, done) => {
    lookUp(host, { ...options, all: true }, (error, found) => {
      const all = Array.isArray(found) ? found : []
      const [first, ...others] = all.filter(({ address }) => {
        const where = addressReach(address)
        return where === 'public' || where === reach
      })
      if (error) done(error, '')
      else if (!first) done(new LocalAddressError(host, all[0]?.address), '')
      else if (options.all === true) done(null, [first, ...others])
      else done(null, first.address, first.family)
    })
  }
}
