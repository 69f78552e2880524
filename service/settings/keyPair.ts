import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'

/** Certificate chain and private key, as PEM text. */
export interface KeyPair {
  cert: string
  key: string
}

/** Returns why a server can't use a pair, or `null`. `names` say where each comes from; no message quotes their content. */
export function explainUnusable({ cert, key }: KeyPair, names: Record<keyof KeyPair, string>): string | null {
  if (!/-----BEGIN (\w+ )?CERTIFICATE-----/.test(cert))
    return `${names.cert} contains no certificate in PEM format`
  if (!/-----BEGIN .*PRIVATE KEY-----/.test(key)) return `${names.key} contains no private key in PEM format`
  if (/ENCRYPTED/.test(key)) return `${names.key} is encrypted with a passphrase`
  return (
    tryPair({ cert }, `${names.cert} cannot be used`) ??
    tryPair({ key }, `${names.key} cannot be used`) ??
    tryPair({ cert, key }, `${names.key} is not the key of the certificate in ${names.cert}`)
  )
}

function tryPair(pair: Partial<KeyPair>, sentence: string): string | null {
  try {
    createSecureContext(pair)
    return null
  } catch (error) {
    return `${sentence} (${(error as Error).message})`
  }
}

/** Returns the domains of a certificate in lower case; `*.example.com` includes all names one level below. */
export function certificateNames(cert: string): string[] {
  const { subjectAltName = '' } = new X509Certificate(cert)
  return [...subjectAltName.matchAll(/DNS:([^,"\s]+)/g)].map(([, name = '']) => name.toLowerCase())
}
