import { X509Certificate } from 'node:crypto'
import type { Authority } from '../../contract/app/calls/profiles/network.ts'

// Base64 has no hyphen, so the match stops at the next block.
const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Returns the authorities in a PEM file, or `null` if there are none or one can't be read. */
export function parseAuthorities(pem: string): Authority[] | null {
  try {
    const found = (pem.match(certificateBlock) ?? []).map((block) => describe(new X509Certificate(block)))
    return found.length > 0 ? found : null
  } catch {
    return null
  }
}

/** Returns only the certificates of a PEM file, because it may also contain a private key, which must not be saved. */
export function extractCertificates(pem: string): string {
  return `${(pem.match(certificateBlock) ?? []).join('\n')}\n`
}

function describe({ subject, issuer, validTo, fingerprint256 }: X509Certificate): Authority {
  return {
    subject: toOneLine(subject),
    issuer: toOneLine(issuer),
    validUntil: new Date(validTo).toISOString(),
    fingerprint: fingerprint256,
  }
}

/** Converts `CN=Example\nO=Company` to one line. */
function toOneLine(name: string | undefined): string {
  return (name ?? '').split('\n').reverse().join(', ')
}
