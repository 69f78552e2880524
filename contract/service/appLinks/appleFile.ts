import { isObject, type Json } from '../json/json.ts'
import { readComponent, readPath, type AppleComponent, type Flags } from './appleComponent.ts'
import { readFileJson } from './fileJson.ts'
import { finding, type FileResult, type Finding, type Notes } from './finding.ts'
import type { FindingCode } from './findingTexts.ts'

/** One entry of `details`: apps, and the links they open. */
interface AppleEntry {
  appIds: readonly string[]
  components: readonly AppleComponent[]
}

/** The universal links of an `apple-app-site-association` file. Omits entries with an error. */
export interface AppleFile extends Notes {
  entries: readonly AppleEntry[]
  variables: ReadonlyMap<string, readonly string[]>
}

/**
 * Parses an `apple-app-site-association` file.
 *
 * Source: Apple, "Supporting associated domains", and "applinks" with its dictionaries (Bundle Resources).
 */
export function parseAppleFile(text: string): FileResult<AppleFile> {
  const json = readFileJson(text)
  if (!json.ok) return json
  const result = findDetails(json.file)
  if (!result.ok) return result
  const { applinks, details } = result.file
  const notes: Notes = { errors: [], warnings: [] }
  const flags = readFlags(applinks['defaults'], defaultFlags)
  const entries = details.flatMap((entry, index) => readEntry(entry, index, flags, notes))
  const [error] = notes.errors
  if (entries.length === 0 && error) return { ok: false, error }
  return {
    ok: true,
    file: { entries, variables: readVariables(applinks['substitutionVariables']), ...notes },
  }
}

const defaultFlags: Flags = { caseSensitive: true, percentEncoded: true }

interface Details {
  applinks: Record<string, Json>
  details: Json[]
}

function findDetails(json: Json): FileResult<Details> {
  const fail = (error: Finding): FileResult<Details> => ({ ok: false, error })
  if (!isObject(json)) return fail(finding('apple_not_object'))
  const applinks = json['applinks']
  if (applinks === undefined) {
    return fail(finding('apple_no_applinks', Object.keys(json).slice(0, 10).join(', ')))
  }
  if (!isObject(applinks)) return fail(finding('apple_applinks_not_object'))
  const details = applinks['details']
  if (details === undefined) return fail(finding('apple_no_details'))
  if (!Array.isArray(details)) return fail(finding('apple_details_not_list'))
  if (details.length === 0) return fail(finding('apple_details_empty'))
  return { ok: true, file: { applinks, details } }
}

/** Returns the settings of a `defaults` dictionary. Values of another type are ignored, as phones do. */
function readFlags(defaults: Json | undefined, inherited: Flags): Flags {
  if (!isObject(defaults)) return inherited
  const { caseSensitive, percentEncoded } = defaults
  return {
    caseSensitive: typeof caseSensitive === 'boolean' ? caseSensitive : inherited.caseSensitive,
    percentEncoded: typeof percentEncoded === 'boolean' ? percentEncoded : inherited.percentEncoded,
  }
}

function readVariables(value: Json | undefined): ReadonlyMap<string, readonly string[]> {
  if (!isObject(value)) return new Map()
  return new Map(
    Object.entries(value).map(([name, values]) => [
      name,
      (Array.isArray(values) ? values : []).filter((one) => typeof one === 'string'),
    ]),
  )
}

/** Returns an entry in a list; an empty list if it has an error. */
function readEntry(entry: Json, index: number, inherited: Flags, notes: Notes): AppleEntry[] {
  if (!isObject(entry)) {
    notes.errors.push(finding('apple_entry_not_object', `details[${index}]`))
    return []
  }
  const appIds = readAppIds(entry, index, notes)
  const components = readComponents(entry, index, readFlags(entry['defaults'], inherited), notes)
  return appIds.length > 0 && components ? [{ appIds, components }] : []
}

function readAppIds(entry: Record<string, Json>, index: number, notes: Notes): string[] {
  const value = entry['appIDs'] ?? entry['appID']
  const ids = (Array.isArray(value) ? value : [value]).filter((id) => id !== undefined)
  if (ids.length === 0) notes.errors.push(finding('apple_no_app_ids', `details[${index}]`))
  return ids.filter((id) => {
    const error = appIdError(id)
    if (error) notes.errors.push(error)
    return error === null
  }) as string[]
}

/** Returns the components, or the older `paths`, which iOS 13 and later ignore if there are components. */
function readComponents(
  entry: Record<string, Json>,
  index: number,
  flags: Flags,
  notes: Notes,
): AppleComponent[] | null {
  const { components, paths } = entry
  if (components !== undefined && paths !== undefined) notes.warnings.push(finding('apple_paths_ignored'))
  const entryPosition = `details[${index}]`
  const list = patternList(components, paths)
  if (!list.ok) return refuse(finding(list.code, entryPosition), notes)
  const read: AppleComponent[] = []
  for (const [position, value] of list.values.entries()) {
    const component = list.name === 'paths' ? readPath(value) : readComponent(value, flags)
    if (!component.ok) {
      return refuse(finding(component.code, `${entryPosition}.${list.name}[${position}]`), notes)
    }
    if (component.warning) notes.warnings.push(finding(component.warning, component.value.source))
    read.push(component.value)
  }
  return read
}

function refuse(error: Finding, notes: Notes): null {
  notes.errors.push(error)
  return null
}

type PatternList =
  | { ok: true; name: 'components' | 'paths'; values: Json[] }
  | { ok: false; code: FindingCode }

function patternList(components: Json | undefined, paths: Json | undefined): PatternList {
  if (components !== undefined) {
    if (!Array.isArray(components)) return { ok: false, code: 'apple_components_not_list' }
    return { ok: true, name: 'components', values: components }
  }
  if (paths === undefined) return { ok: false, code: 'apple_no_components' }
  if (!Array.isArray(paths)) return { ok: false, code: 'apple_paths_not_list' }
  return { ok: true, name: 'paths', values: paths }
}

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
