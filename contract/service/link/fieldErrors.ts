import type { z } from 'zod'
import { formatCount } from '../text/text.ts'

/** Error messages by field path (`ios_custom_redirect.url`). The empty path is the body itself. */
export type FieldErrors = Record<string, string>

/**
 * Maximum number of unknown fields reported individually; the rest are only counted. Bounds the work for hostile input.
 */
const maxUnknown = 50

/** Returns all errors of a rejected value by field. */
export function toFieldErrors(error: z.ZodError): FieldErrors {
  // A `Map`, because a field may be named `__proto__`.
  const errors = new Map<string, string>()
  const add = (path: PropertyKey[], message: string) => {
    const field = path.join('.')
    if (!errors.has(field)) errors.set(field, message)
  }
  const unknown: PropertyKey[][] = []
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') add(issue.path, issue.message)
    else for (const key of issue.keys) unknown.push([...issue.path, key])
  }
  for (const path of unknown.slice(0, maxUnknown)) add(path, 'Unknown field.')
  const unlistedCount = unknown.length - maxUnknown
  if (unlistedCount > 0) add([], `There are ${formatCount(unlistedCount)} more unknown fields.`)
  return Object.fromEntries(errors)
}
