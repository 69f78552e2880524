import { finding, type Finding } from './finding.ts'

/**
 * Returns the error in the fingerprint of an app's signing certificate, or `null`. A valid one is the certificate's
 * SHA-256: 32 bytes in upper-case hexadecimal, separated by colons.
 *
 * Source: Google, "Digital Asset Links: statement list", `sha256_cert_fingerprints`.
 */
export function fingerprintError(value: unknown): Finding | null {
  if (typeof value !== 'string') return finding('android_fingerprint_invalid', value)
  if (isHexPairs(value, 32, ':')) {
    return value === value.toUpperCase() ? null : finding('android_fingerprint_lower_case', value)
  }
  if (isHexPairs(value, 32, '')) return finding('android_fingerprint_no_colons', value)
  if (isHexPairs(value, 20, ':') || isHexPairs(value, 20, ''))
    return finding('android_fingerprint_sha1', value)
  if (isHexPairs(value, 16, ':') || isHexPairs(value, 16, ''))
    return finding('android_fingerprint_md5', value)
  return finding('android_fingerprint_invalid', value)
}

function isHexPairs(value: string, count: number, separator: ':' | ''): boolean {
  const length = count * 2 + (count - 1) * separator.length
  if (value.length !== length) return false
  const pairs = separator === '' ? (value.match(/../g) ?? []) : value.split(separator)
  return pairs.length === count && pairs.every((pair) => /^[0-9a-f]{2}$/i.test(pair))
}
