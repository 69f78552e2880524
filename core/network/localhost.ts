import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

const localAddresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Whether a host name is this computer's: `localhost` or a subdomain of it. */
function isLocalName(host: string): boolean {
  return /^(.+\.)?localhost$/i.test(host)
}

/**
 * Resolves a host name. Names of this computer are never sent to a resolver, because a forged response would redirect
 * the key (RFC 6761 §6.3, point 3).
 */
export const lookupAddress: LookupFunction = (host, options, done) => {
  if (!isLocalName(host)) {
    lookup(host, options, done)
    return
  }
  const addresses = localAddresses.filter(
    ({ family }) => !options.family || Number(options.family) === family,
  )
  const [first = localAddresses[0]] = addresses
  process.nextTick(() =>
    options.all ? done(null, addresses) : done(null, first?.address ?? '', first?.family),
  )
}
