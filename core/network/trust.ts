import { createSecureContext, getCACertificates, rootCertificates } from 'node:tls'
import type { SecureContext } from 'node:tls'

/** Trust in Node's authorities, the system's, and those that a person has added. Made once: the lists are long. */
export function createTrust(pem: string | null): SecureContext {
  return createSecureContext({
    ca: [...certificatesOf('default'), ...certificatesOf('system'), ...(pem ? [pem] : [])],
  })
}

function certificatesOf(source: 'default' | 'system'): readonly string[] {
  try {
    return getCACertificates(source)
  } catch {
    // Not every runtime can ask the system.
    return source === 'default' ? rootCertificates : []
  }
}
