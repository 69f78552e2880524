import { isObject, type Json } from '../json/json.ts'
import { finding, type FileResult, type Finding } from './finding.ts'

/** The app that a statement is about. */
export interface AndroidTarget {
  packageName: string
  /** SHA-256 fingerprints of its signing certificates. Omits those with an error. */
  fingerprints: readonly string[]
}

/** An application ID: at least two segments, each of which starts with a letter. */
const packagePattern = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/

/** Returns the error in an application ID, or `null`. */
export function androidPackageError(name: string): Finding | null {
  if (name === '') return finding('android_no_package')
  return packagePattern.test(name) ? null : finding('android_package_invalid', name)
}

/** Reads a statement's target. `position` is the statement's position, for errors without a value to quote. */
export function readAndroidTarget(target: Json | undefined, position: string): FileResult<AndroidTarget> {
  const refuse = (error: Finding): FileResult<AndroidTarget> => ({ ok: false, error })
  if (!isObject(target)) return refuse(finding('android_no_target', position))
  const { namespace, package_name: name = '', sha256_cert_fingerprints: listed } = target
  if (namespace !== 'android_app') return refuse(namespaceError(target, position))
  if (typeof name !== 'string') return refuse(finding('android_package_invalid', name))
  const error = androidPackageError(name)
  if (error) return refuse(error.detail === undefined ? { ...error, detail: position } : error)
  if (!Array.isArray(listed)) return refuse(finding('android_fingerprints_not_list', name))
  if (listed.length === 0) return refuse(finding('android_no_fingerprints', name))
  // One correct fingerprint is sufficient, because a phone compares its app's with each.
  const fingerprints = listed.filter((one) => fingerprintError(one) === null).map(String)
  if (fingerprints.length > 0) return { ok: true, file: { packageName: name, fingerprints } }
  return refuse(fingerprintError(listed[0]) ?? finding('android_fingerprint_invalid'))
}

function namespaceError({ namespace, site }: Record<string, Json>, position: string): Finding {
  if (namespace === 'web') return finding('android_web_only', site ?? position)
  return finding('android_namespace', namespace ?? position)
}

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
