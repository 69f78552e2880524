import { finding, type Finding } from './finding.ts'

/**
 * Returns the error in an app ID, or `null`. An app ID consists of the application identifier prefix (the team ID for
 * all but very old apps), a dot, and the bundle ID.
 *
 * Source: Apple, "applinks.Details": `<Application Identifier Prefix>.<Bundle Identifier>`.
 */
export function appIdError(id: unknown): Finding | null {
  if (typeof id !== 'string' || id === '') return finding('apple_app_id_not_text', id)
  if (id.includes('*')) return finding('apple_app_id_wildcard', id)
  const dot = id.indexOf('.')
  if (dot < 0) return finding('apple_app_id_no_dot', id)
  const prefix = id.slice(0, dot)
  if (/^[A-Za-z0-9]{10}$/.test(prefix) && prefix !== prefix.toUpperCase()) {
    return finding('apple_app_id_lower_case', id)
  }
  if (!/^[A-Z0-9]{10}$/.test(prefix)) return finding('apple_app_id_no_team', id)
  return /^[A-Za-z0-9.-]+$/.test(id.slice(dot + 1)) ? null : finding('apple_app_id_bundle', id)
}
