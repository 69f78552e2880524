import { X509Certificate } from 'node:crypto'
import type { Authority } from '../../contract/calls/network.ts'

// Base64 has no hyphen, so no block is looked for beyond the next one's beginning.
const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The authorities in a PEM file; `null` when there is none in it or one cannot be read. */
export function parseAuthorities(pem: string): Authority[] | null {
  try {
    const found = (pem.match(certificateBlock) ?? []).map((block) => describe(new X509Certificate(block)))
    return found.length > 0 ? found : null
  } catch {
    return null
  }
}

function describe({ subject, issuer, validTo, fingerprint256 }: X509Certificate): Authority {
  return {
    subject: toOneLine(subject),
    issuer: toOneLine(issuer),
    validUntil: new Date(validTo).toISOString(),
    fingerprint: fingerprint256,
  }
}

/** `CN=Example\nO=Company` in one line. */
function toOneLine(name: string | undefined): string {
  return (name ?? '').split('\n').reverse().join(', ')
}
