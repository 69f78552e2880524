import { createSecureContext, type SecureContext } from 'node:tls'
import { certificateNames, type KeyPair } from '../settings/keyPair.ts'

type Respond = (error: Error | null, context?: SecureContext) => void

/**
 * Returns a function that selects the certificate by the requested host name (SNI). Clients that request another name,
 * or none, get the server's own certificate.
 */
export function createNameSelector(pairs: readonly KeyPair[]): (name: string, respond: Respond) => void {
  const byName = new Map<string, KeyPair>()
  for (const pair of pairs) for (const name of certificateNames(pair.cert)) byName.set(name, pair)
  // Created when first needed: a thousand of them take a second.
  const contexts = new Map<KeyPair, SecureContext>()
  const getContext = (pair: KeyPair) => {
    const cached = contexts.get(pair)
    if (cached) return cached
    const context = createSecureContext(pair)
    contexts.set(pair, context)
    return context
  }
  return (serverName, respond) => {
    const name = serverName.toLowerCase()
    // A wildcard matches exactly one label (RFC 9525 §6.3).
    const pair = byName.get(name) ?? byName.get(name.replace(/^[^.]+/, '*'))
    try {
      respond(null, pair && getContext(pair))
    } catch (error) {
      respond(error as Error)
    }
  }
}
