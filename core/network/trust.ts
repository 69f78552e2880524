import { X509Certificate } from 'node:crypto'
import { createSecureContext, getCACertificates, rootCertificates } from 'node:tls'
import type { SecureContext } from 'node:tls'
import type { Authority } from '../../contract/calls/network.ts'

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

// Base64 has no hyphen, so no block is looked for beyond the next one's beginning.
const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The authorities in a PEM file; `null` when there is none in it or one cannot be read. */
export function authoritiesIn(pem: string): Authority[] | null {
  try {
    const found = (pem.match(certificateBlock) ?? []).map((block) => describe(new X509Certificate(block)))
    return found.length > 0 ? found : null
  } catch {
    return null
  }
}

function describe({ subject, issuer, validTo, fingerprint256 }: X509Certificate): Authority {
  return {
    subject: oneLine(subject),
    issuer: oneLine(issuer),
    validUntil: new Date(validTo).toISOString(),
    fingerprint: fingerprint256,
  }
}

/** `CN=Example\nO=Company` in one line. */
function oneLine(name: string | undefined): string {
  return (name ?? '').split('\n').reverse().join(', ')
}
