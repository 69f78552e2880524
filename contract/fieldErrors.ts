import type { z } from 'zod'
import { editDistance } from './editDistance.ts'
import { byName, fieldNames, fieldsOf, trackingNames } from './link/fields.ts'
import { formatCount } from './text.ts'

/** Sentences by field path (`ios_custom_redirect.url`); the empty path is the body itself. */
export type FieldErrors = Record<string, string>

/** Unknown fields that are told one by one; the others are counted. A person has a few, an attacker thousands. */
const maxUnknown = 50
/** Unknown fields for which a known one is looked for, which is what costs. */
const maxSuggestions = 10

/** The faults of a refused value at once, each at its field; an unknown field names the nearest known one. */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
  // A map, since a person may name a field `__proto__`.
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
  const more = unknown.length - maxUnknown
  if (more > 0) add([], `There are ${formatCount(more)} more unknown fields.`)
  return Object.fromEntries(errors)
}

/** What most people call the tracking fields is further from their names than a typing error. */
const trackingWord = new RegExp(`^(?:utm_)?(?=(?:${trackingNames.join('|')})$)`)

/** The fields that an object may have, by the name under which it stands; the request stands alone or in a call. */
const fieldsUnder = new Map<PropertyKey | undefined, readonly string[]>([
  [undefined, fieldNames],
  ['request', fieldNames],
  ...Object.entries(byName(fieldsOf('appTarget'), () => ['url', 'open_app_if_installed'])),
  ...Object.entries(byName(fieldsOf('target'), () => ['url'])),
])

function unknownField(key: string, parent: PropertyKey | undefined): string {
  if (parent === 'desktop_custom_redirect' && key === 'open_app_if_installed') {
    return 'The desktop redirect has only a url: there is no app to open.'
  }
  const suggestion = key.toLowerCase().replace(trackingWord, 'tracking_')
  const [nearest] = (fieldsUnder.get(parent) ?? [])
    .map((name) => ({ name, distance: editDistance(suggestion, name) }))
    .sort((a, b) => a.distance - b.distance)
  const close = nearest && nearest.distance <= Math.max(2, nearest.name.length / 2)
  return close ? `Unknown field. Did you mean ${nearest.name}?` : 'Unknown field.'
}
