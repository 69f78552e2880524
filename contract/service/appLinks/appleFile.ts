import { z } from 'zod'
import { isObject, type Json } from '../json/json.ts'
import { anyJson, readFileJson } from './fileJson.ts'
import { finding, shapeFinding, shorten } from './finding.ts'
import type { FileResult, Finding, Notes } from './finding.ts'

/** How patterns are compared. */
interface Flags {
  caseSensitive: boolean
  percentEncoded: boolean
}

/** A pattern for links. Parts that the file omits match everything. */
export interface AppleComponent extends Flags {
  path: string
  /** For the whole query, or for single parameters by name. */
  query: string | ReadonlyMap<string, string>
  fragment: string
  exclude: boolean
  /** The component as spelled in the file, for display. */
  source: string
}

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

/** The settings of a `defaults` dictionary. Values of another type are ignored, as phones do. */
const defaults = z
  .object({
    caseSensitive: z.boolean().optional().catch(undefined),
    percentEncoded: z.boolean().optional().catch(undefined),
  })
  .catch({})

const fileShape = z.object({
  applinks: z
    .object({
      details: z.array(anyJson).min(1),
      defaults,
      substitutionVariables: anyJson,
    })
    .partial({ defaults: true, substitutionVariables: true }),
})

/** Apps are in `appIDs` or the older `appID`, and patterns in `components` or the older `paths`. */
const entryShape = z.object({
  appIDs: anyJson.optional(),
  appID: anyJson.optional(),
  components: z.array(anyJson).optional(),
  paths: z.array(anyJson).optional(),
  defaults: defaults.optional(),
})

/** Apple, "applinks.Details.Components": the defaults of `/`, `?` and `#` are `*`, of `exclude` `false`. */
const componentShape = z.object({
  '/': z.string().default('*'),
  '?': z.union([z.string(), z.record(z.string(), z.string())]).default('*'),
  '#': z.string().default('*'),
  exclude: z.boolean().default(false),
  caseSensitive: z.boolean().optional(),
  percentEncoded: z.boolean().optional(),
})

/**
 * Parses an `apple-app-site-association` file.
 *
 * Source: Apple, "Supporting associated domains", and "applinks" with its dictionaries (Bundle Resources).
 */
export function parseAppleFile(text: string): FileResult<AppleFile> {
  const json = readFileJson(text)
  if (!json.ok) return json
  const parsed = fileShape.safeParse(json.file)
  if (!parsed.success) return { ok: false, error: shapeFinding('apple_shape', [], parsed.error) }
  const { details, defaults: settings, substitutionVariables } = parsed.data.applinks
  const notes: Notes = { errors: [], warnings: [] }
  const flags = inheritFlags(settings, { caseSensitive: true, percentEncoded: true })
  const entries = details.flatMap((entry, index) => readEntry(entry, index, flags, notes))
  const [error] = notes.errors
  if (entries.length === 0 && error) return { ok: false, error }
  return { ok: true, file: { entries, variables: readVariables(substitutionVariables), ...notes } }
}

function inheritFlags(
  settings: z.infer<typeof defaults> = {},
  { caseSensitive, percentEncoded }: Flags,
): Flags {
  return {
    caseSensitive: settings.caseSensitive ?? caseSensitive,
    percentEncoded: settings.percentEncoded ?? percentEncoded,
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
function readEntry(value: Json, index: number, inherited: Flags, notes: Notes): AppleEntry[] {
  const position = ['applinks', 'details', index]
  const entry = entryShape.safeParse(value)
  if (!entry.success) {
    notes.errors.push(shapeFinding('apple_shape', position, entry.error))
    return []
  }
  const { appIDs, appID, components, paths, defaults: settings } = entry.data
  const appIds = readAppIds(appIDs ?? appID ?? [], index, notes)
  const list = components ?? paths
  if (!list) notes.errors.push(finding('apple_shape', `details[${index}] has no components`))
  // iOS 13 and later ignore `paths` if there are components.
  if (components && paths) notes.warnings.push(finding('apple_paths_ignored'))
  const flags = inheritFlags(settings, inherited)
  const read = (list ?? []).map((one, place) =>
    components
      ? readComponent(one, [...position, 'components', place], flags, notes)
      : readPath(one, [...position, 'paths', place], notes),
  )
  const valid = read.filter((one) => one !== null)
  return list && appIds.length > 0 && valid.length === read.length ? [{ appIds, components: valid }] : []
}

function readAppIds(value: Json, index: number, { errors }: Notes): string[] {
  const ids = [value].flat()
  if (ids.length === 0) errors.push(finding('apple_shape', `details[${index}] has no appIDs`))
  errors.push(...ids.flatMap((id) => appIdError(id) ?? []))
  return ids.filter((id) => appIdError(id) === null).map(String)
}

function readComponent(
  value: Json,
  position: PropertyKey[],
  outer: Flags,
  notes: Notes,
): AppleComponent | null {
  const parsed = componentShape.safeParse(value)
  if (!parsed.success) {
    notes.errors.push(shapeFinding('apple_shape', position, parsed.error))
    return null
  }
  const { '/': path, '?': query, '#': fragment, exclude, ...flags } = parsed.data
  const source = shorten(JSON.stringify(value))
  if (!['/', '?', '#'].some((key) => Object.hasOwn(value as object, key)))
    notes.warnings.push(finding('apple_component_matches_all', source))
  else warnOfPath(path, source, notes)
  return {
    ...{ path, fragment, exclude, source, ...inheritFlags(flags, outer) },
    query: typeof query === 'string' ? query : new Map(Object.entries(query)),
  }
}

/**
 * Reads one entry of the older `paths`, which match only the path: `"/shop/*"`, or `"NOT /shop/help/*"`.
 *
 * Source: Apple, "Support Universal Links" (App Search Programming Guide).
 */
function readPath(value: Json, position: PropertyKey[], notes: Notes): AppleComponent | null {
  const parsed = z.string().safeParse(value)
  if (!parsed.success) {
    notes.errors.push(shapeFinding('apple_shape', position, parsed.error))
    return null
  }
  const exclude = parsed.data.startsWith('NOT ')
  const path = exclude ? parsed.data.slice('NOT '.length).trim() : parsed.data
  const source = shorten(JSON.stringify(value))
  warnOfPath(path, source, notes)
  return { path, query: '*', fragment: '*', exclude, caseSensitive: true, percentEncoded: true, source }
}

/** A path starts with `/`, so a pattern that starts with another character never matches. */
function warnOfPath(pattern: string, source: string, { warnings }: Notes): void {
  if (!/^([/*?]|\$\()/.test(pattern)) warnings.push(finding('apple_path_without_slash', source))
}

/**
 * Returns the error in an app ID, or `null`. An app ID consists of the application identifier prefix (the team ID for
 * all but very old apps), a dot, and the bundle ID.
 *
 * Source: Apple, "applinks.Details": `<Application Identifier Prefix>.<Bundle Identifier>`.
 */
export function appIdError(id: unknown): Finding | null {
  const isValid = typeof id === 'string' && /^[A-Z0-9]{10}\.[A-Za-z0-9.-]+$/.test(id)
  return isValid ? null : finding('apple_app_id', id)
}
