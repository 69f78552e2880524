import type { z } from 'zod'
import { editDistance } from '../text/editDistance.ts'
import { byName, fieldNames, fieldsOf, trackingNames } from './fields.ts'
import { formatCount } from '../text/text.ts'

/** Error messages by field path (`ios_custom_redirect.url`). The empty path is the body itself. */
export type FieldErrors = Record<string, string>

/**
 * Maximum number of unknown fields reported individually; the rest are only counted. Bounds the work for hostile input.
 */
const maxUnknown = 50
/** Maximum number of unknown fields that get a "did you mean". The search is expensive. */
const maxSuggestions = 10

/** Returns all errors of a rejected value by field. For an unknown field, suggests the nearest known one. */
export function toFieldErrors(error: z.ZodError): FieldErrors {
  // A `Map`, because a field may be named `__proto__`.
  const errors = new Map<string, string>()
  const add = (path: PropertyKey[], message: string) => {
    const field = path.join('.')
    if (!errors.has(field)) errors.set(field, message)
  }
  const unknown: { path: PropertyKey[]; key: string }[] = []
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') add(issue.path, issue.message)
    else for (const key of issue.keys) unknown.push({ path: issue.path, key })
  }
  for (const [index, { path, key }] of unknown.slice(0, maxUnknown).entries()) {
    add([...path, key], index < maxSuggestions ? unknownField(key, path.at(-1)) : 'Unknown field.')
  }
  const unlistedCount = unknown.length - maxUnknown
  if (unlistedCount > 0) add([], `There are ${formatCount(unlistedCount)} more unknown fields.`)
  return Object.fromEntries(errors)
}

/** Common names of tracking fields (`campaign`, `utm_campaign`) are too different from ours to be detected as typos. */
const trackingWord = new RegExp(`^(?:utm_)?(?=(?:${trackingNames.join('|')})$)`)

/** Known fields by the name of their parent. The request is either the root or a member of a call. */
const fieldsUnder = new Map<PropertyKey | undefined, readonly string[]>([
  [undefined, fieldNames],
  ['request', fieldNames],
  ...Object.entries(byName(fieldsOf('appTarget'), () => ['url', 'open_app_if_installed'])),
  ...Object.entries(byName(fieldsOf('target'), () => ['url'])),
])

function unknownField(key: string, parent: PropertyKey | undefined): string {
  const typed = key.toLowerCase().replace(trackingWord, 'tracking_')
  const [nearest] = (fieldsUnder.get(parent) ?? [])
    .map((name) => ({ name, distance: editDistance(typed, name) }))
    .sort((a, b) => a.distance - b.distance)
  const isNear = nearest && nearest.distance <= Math.max(2, nearest.name.length / 2)
  return isNear ? `Unknown field. Did you mean ${nearest.name}?` : 'Unknown field.'
}
