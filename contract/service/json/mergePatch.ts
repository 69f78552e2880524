import { isObject, type Json } from './json.ts'

/**
 * Applies a JSON merge patch (RFC 7396) and returns the result: `null` removes a member, objects are merged, and
 * anything else replaces the previous value. Changes neither argument.
 */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch
  const members = new Map<string, Json>(isObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name)
    else members.set(name, mergePatch(members.get(name), value))
  }
  // Unlike an assignment, this creates an ordinary member even for the name `__proto__`.
  return Object.fromEntries(members)
}
