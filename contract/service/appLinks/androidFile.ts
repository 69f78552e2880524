import { z } from 'zod'
import { isObject, type Json } from '../json/json.ts'
import { anyJson, readFileJson } from './fileJson.ts'
import { finding, shapeFinding, shorten } from './finding.ts'
import type { FileResult, Finding, Notes } from './finding.ts'

/** The relation that lets an app open all links of a domain. */
export const handleAllUrls = 'delegate_permission/common.handle_all_urls'

/** A rule of Android 15 and later. Parts that are `null` match everything. */
export interface AndroidRule {
  path: string | null
  query: ReadonlyMap<string, string>
  fragment: string | null
  exclude: boolean
  /** The rule as spelled in the file, for display. */
  source: string
}

/** An app that may open links of the domain. */
export interface AndroidStatement {
  packageName: string
  /** SHA-256 fingerprints of its signing certificates. Omits those with an error. */
  fingerprints: readonly string[]
  /** `null` if it may open all links that its manifest claims. */
  rules: readonly AndroidRule[] | null
}

/** An `assetlinks.json` file. Omits statements with an error or about other relations. */
export interface AndroidFile extends Notes {
  statements: readonly AndroidStatement[]
}

const fileShape = z.array(anyJson).min(1)
const statementShape = z.object({ relation: z.array(anyJson), relation_extensions: anyJson.optional() })
const targetShape = z.object({
  target: z.object({
    namespace: z.literal('android_app'),
    package_name: z.string(),
    sha256_cert_fingerprints: z.array(anyJson).min(1),
  }),
})

const pattern = z.string().min(1)
/** A rule without any pattern counts as empty. */
const ruleShape = z
  .object({
    '/': pattern.nullish(),
    '?': z.record(z.string(), z.string()).nullish(),
    '#': pattern.nullish(),
    exclude: z.boolean().default(false),
  })
  .refine(
    (rule) => rule['/'] !== undefined || rule['#'] !== undefined || Object.keys(rule['?'] ?? {}).length > 0,
  )

/**
 * Parses an `assetlinks.json` file.
 *
 * Source: Google, "Digital Asset Links: statement list", and "Configure website associations and dynamic rules"
 * (developer.android.com/training/app-links/configure-assetlinks).
 */
export function parseAndroidFile(text: string): FileResult<AndroidFile> {
  const json = readFileJson(text)
  if (!json.ok) return json
  const list = fileShape.safeParse(json.file)
  if (!list.success) return { ok: false, error: shapeFinding('android_shape', [], list.error) }
  const notes: Notes = { errors: [], warnings: [] }
  const statements = list.data.flatMap((statement, index) => readStatement(statement, index, notes))
  const error = notes.errors[0] ?? noStatement(list.data)
  return statements.length > 0 ? { ok: true, file: { statements, ...notes } } : { ok: false, error }
}

/** A file may contain no app, or refer to other files, which aren't fetched. */
function noStatement(list: readonly Json[]): Finding {
  const include = list.find((statement) => isObject(statement) && statement['include'] !== undefined)
  return isObject(include)
    ? finding('android_include', include['include'])
    : finding('android_no_handle_all_urls')
}

function readStatement(value: Json, index: number, notes: Notes): AndroidStatement[] {
  const refuse = (error: Finding) => {
    notes.errors.push(error)
    return []
  }
  const statement = statementShape.safeParse(value)
  if (!statement.success) {
    const isInclude = isObject(value) && value['relation'] === undefined && value['include'] !== undefined
    return isInclude ? [] : refuse(shapeFinding('android_shape', [index], statement.error))
  }
  if (!statement.data.relation.includes(handleAllUrls)) return []
  const parsed = targetShape.safeParse(value)
  if (!parsed.success) return refuse(shapeFinding('android_shape', [index], parsed.error))
  const { package_name: packageName, sha256_cert_fingerprints: listed } = parsed.data.target
  const packageError = androidPackageError(packageName)
  if (packageError) return refuse(packageError)
  // One correct fingerprint is sufficient, because a phone compares its app's with each.
  const fingerprints = listed.filter((one) => fingerprintError(one) === null).map(String)
  if (fingerprints.length === 0) return refuse(finding('android_fingerprint', listed[0]))
  const rules = readRules(statement.data.relation_extensions)
  if (rules === 'malformed') notes.warnings.push(finding('android_rules_ignored', packageName))
  return [{ packageName, fingerprints, rules: rules === 'malformed' ? null : rules }]
}

/**
 * Reads `dynamic_app_link_components`. "If any of the fields in the file are malformed or empty, Android discards
 * the dynamic rules".
 */
function readRules(extensions: Json | undefined): AndroidRule[] | 'malformed' | null {
  if (extensions === undefined) return null
  const extension = isObject(extensions) ? extensions[handleAllUrls] : null
  if (extension === undefined) return null
  const list = isObject(extension) ? extension['dynamic_app_link_components'] : null
  const parsed = z.array(ruleShape).min(1).safeParse(list)
  if (!parsed.success) return 'malformed'
  return parsed.data.map(({ '/': path = null, '?': query, '#': fragment = null, exclude }, index) => ({
    ...{ path, fragment, exclude, query: new Map(Object.entries(query ?? {})) },
    source: shorten(JSON.stringify((list as Json[])[index])),
  }))
}

/** Returns the error in an application ID, or `null`: it has at least two segments, each of which starts with a letter. */
export function androidPackageError(name: string): Finding | null {
  return /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/.test(name) ? null : finding('android_package', name)
}

/**
 * Returns the error in the fingerprint of an app's signing certificate, or `null`. A valid one is the certificate's
 * SHA-256: 32 bytes in upper-case hexadecimal, separated by colons.
 *
 * Source: Google, "Digital Asset Links: statement list", `sha256_cert_fingerprints`.
 */
export function fingerprintError(value: unknown): Finding | null {
  const isValid = typeof value === 'string' && /^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/.test(value)
  return isValid ? null : finding('android_fingerprint', value)
}
