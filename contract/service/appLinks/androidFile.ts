import { isObject, type Json } from '../json/json.ts'
import { readQueryPattern } from './appleComponent.ts'
import { readAndroidTarget, type AndroidTarget } from './androidTarget.ts'
import { readFileJson } from './fileJson.ts'
import { finding, shorten, type FileResult, type Finding, type Notes } from './finding.ts'

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

/** An app that may open links of the domain. `rules` is `null` if it may open all links that its manifest claims. */
export interface AndroidStatement extends AndroidTarget {
  rules: readonly AndroidRule[] | null
}

/** An `assetlinks.json` file. Omits statements with an error or about other relations. */
export interface AndroidFile extends Notes {
  statements: readonly AndroidStatement[]
}

/**
 * Parses an `assetlinks.json` file.
 *
 * Source: Google, "Digital Asset Links: statement list", and "Configure website associations and dynamic rules"
 * (developer.android.com/training/app-links/configure-assetlinks).
 */
export function parseAndroidFile(text: string): FileResult<AndroidFile> {
  const json = readFileJson(text)
  if (!json.ok) return json
  const list = json.file
  if (!Array.isArray(list)) return { ok: false, error: finding('android_not_list') }
  if (list.length === 0) return { ok: false, error: finding('android_empty_list') }
  const notes: Notes = { errors: [], warnings: [] }
  const statements = list.flatMap((statement, index) => readStatement(statement, index, notes))
  const error = notes.errors[0] ?? noStatement(list)
  return statements.length > 0 ? { ok: true, file: { statements, ...notes } } : { ok: false, error }
}

/** A file may contain no app, or refer to other files, which aren't fetched. */
function noStatement(list: readonly Json[]): Finding {
  const include = list.find((statement) => isObject(statement) && statement['include'] !== undefined)
  return isObject(include)
    ? finding('android_include', include['include'])
    : finding('android_no_handle_all_urls')
}

function readStatement(statement: Json, index: number, notes: Notes): AndroidStatement[] {
  const refuse = (error: Finding) => {
    notes.errors.push(error)
    return []
  }
  const position = `[${index}]`
  if (!isObject(statement)) return refuse(finding('android_statement_not_object', position))
  const { relation, target } = statement
  if (!Array.isArray(relation)) {
    return statement['include'] === undefined ? refuse(finding('android_relation_not_list', position)) : []
  }
  if (!relation.includes(handleAllUrls)) return []
  const app = readAndroidTarget(target, position)
  if (!app.ok) return refuse(app.error)
  const { packageName } = app.file
  const rules = readRules(statement['relation_extensions'])
  if (rules === 'malformed') notes.warnings.push(finding('android_rules_ignored', packageName))
  return [{ ...app.file, rules: rules === 'malformed' ? null : rules }]
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
  if (!Array.isArray(list) || list.length === 0) return 'malformed'
  const rules = list.map(readRule)
  return rules.every((rule) => rule !== null) ? rules : 'malformed'
}

function readRule(value: Json): AndroidRule | null {
  if (!isObject(value)) return null
  const { '/': path = null, '#': fragment = null, exclude = false } = value
  const query = readItems(value['?'] ?? {})
  if (!isPattern(path) || !isPattern(fragment) || !query || typeof exclude !== 'boolean') return null
  if (!hasPattern(value)) return null
  return { path, fragment, query, exclude, source: shorten(JSON.stringify(value)) }
}

/** A rule without any pattern counts as empty. */
function hasPattern(rule: Record<string, Json>): boolean {
  const query = rule['?']
  const hasQuery = isObject(query) && Object.keys(query).length > 0
  return rule['/'] !== undefined || rule['#'] !== undefined || hasQuery
}

/** Returns the patterns of parameters; `null` if they aren't an object of strings. */
function readItems(query: Json): ReadonlyMap<string, string> | null {
  const items = readQueryPattern(query)
  return typeof items === 'string' ? null : items
}

function isPattern(value: Json): value is string | null {
  return value === null || (typeof value === 'string' && value !== '')
}
