import { isObject, type Json } from '../json/json.ts'
import { shorten } from './finding.ts'
import type { FindingCode } from './findingTexts.ts'

/** How patterns are compared. */
export interface Flags {
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

export type ComponentResult =
  | { ok: true; value: AppleComponent; warning?: FindingCode }
  | { ok: false; code: FindingCode }

/**
 * Reads one entry of `components`.
 *
 * Source: Apple, "applinks.Details.Components": the defaults of `/`, `?` and `#` are `*`, of `exclude` `false`.
 */
export function readComponent(value: Json, outer: Flags): ComponentResult {
  if (!isObject(value)) return { ok: false, code: 'apple_component_not_object' }
  const { '/': path = '*', '#': fragment = '*', '?': query = '*' } = value
  if (typeof path !== 'string' || typeof fragment !== 'string') {
    return { ok: false, code: 'apple_pattern_not_text' }
  }
  const queryPattern = readQueryPattern(query)
  if (queryPattern === null) return { ok: false, code: 'apple_query_pattern' }
  const { exclude, caseSensitive, percentEncoded }: Record<string, unknown> = {
    exclude: false,
    ...outer,
    ...value,
  }
  if (
    typeof exclude !== 'boolean' ||
    typeof caseSensitive !== 'boolean' ||
    typeof percentEncoded !== 'boolean'
  ) {
    return { ok: false, code: 'apple_flag_not_boolean' }
  }
  const source = shorten(JSON.stringify(value))
  const flags = { exclude, caseSensitive, percentEncoded }
  const component = { path, fragment, query: queryPattern, ...flags, source }
  const warning = componentWarning(value, path)
  return { ok: true, value: component, ...(warning && { warning }) }
}

/** Reads the pattern of the whole query, or of parameters. Returns `null` if it is neither. */
export function readQueryPattern(query: Json): string | ReadonlyMap<string, string> | null {
  if (typeof query === 'string') return query
  if (!isObject(query)) return null
  const items = Object.entries(query)
  if (!items.every(([, pattern]) => typeof pattern === 'string')) return null
  return new Map(items as [string, string][])
}

function componentWarning(value: Record<string, Json>, path: string): FindingCode | null {
  if (!['/', '?', '#'].some((key) => Object.hasOwn(value, key))) return 'apple_component_matches_all'
  return canMatchPath(path) ? null : 'apple_path_without_slash'
}

/** A path starts with `/`, so a pattern that starts with another character never matches. */
function canMatchPath(pattern: string): boolean {
  return /^([/*?]|\$\()/.test(pattern)
}

/**
 * Reads one entry of the older `paths`, which match only the path: `"/shop/*"`, or `"NOT /shop/help/*"`.
 *
 * Source: Apple, "Support Universal Links" (App Search Programming Guide).
 */
export function readPath(value: Json): ComponentResult {
  if (typeof value !== 'string') return { ok: false, code: 'apple_pattern_not_text' }
  const exclude = value.startsWith('NOT ')
  const path = exclude ? value.slice('NOT '.length).trim() : value
  return {
    ok: true,
    value: {
      path,
      query: '*',
      fragment: '*',
      exclude,
      caseSensitive: true,
      percentEncoded: true,
      source: shorten(JSON.stringify(value)),
    },
    ...(!canMatchPath(path) && { warning: 'apple_path_without_slash' as const }),
  }
}
