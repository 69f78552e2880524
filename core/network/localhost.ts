import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

const localAddresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Whether a host name is this computer's by its name alone: `localhost` and all below it. */
export function isLocalName(host: string): boolean {
  return /^(.+\.)?localhost$/i.test(host)
}

/**
 * Finds the addresses of a host, those of this computer without asking anybody: a resolver that does not know these names
 * would send them out, and the answer of whoever hears them would get the key (RFC 6761, section 6.3, point 3).
 */
export const lookupAddress: LookupFunction = (host, options, done) => {
  if (!isLocalName(host)) {
    lookup(host, options, done)
    return
  }
  const wanted = localAddresses.filter(({ family }) => !options.family || Number(options.family) === family)
  const [first = localAddresses[0]] = wanted
  process.nextTick(() => (options.all ? done(null, wanted) : done(null, first?.address ?? '', first?.family)))
}
