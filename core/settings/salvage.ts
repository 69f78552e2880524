import type { z } from 'zod'
import { isObject } from '../../contract/json.ts'

/** Each round takes out at least one fault, or the parent of one; nothing in the settings is nested deeper than this. */
const maxSalvageRounds = 12

/**
 * What a shape can read of a value, and the places (`profiles.1.color`) that it could not: what is wrong is left out, and
 * what lacks something that it needs is left out whole. `null` when nothing remains.
 */
export function salvage<T>(shape: z.ZodType<T>, value: unknown): { value: T; leftOut: string[] } | null {
  const rest: unknown = structuredClone(value)
  const leftOut: string[] = []
  for (let round = 0; round < maxSalvageRounds; round++) {
    const read = shape.safeParse(rest)
    if (read.success) return { value: read.data, leftOut }
    // From the end, so that what is taken out of a list does not move what is still to be taken out.
    const removed: Path[] = []
    for (const { path } of read.error.issues.toReversed()) {
      if (removed.some((gone) => isWithin(path, gone))) continue
      if (path.length === 0) return null
      leftOut.push(path.join('.'))
      removed.push(removeAt(rest, path))
    }
  }
  return null
}

type Path = readonly PropertyKey[]

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((key, at) => path[at] === key)
}

/** Takes out what is at a place, or, where nothing is there, what lacks it. Gives the place of what went. */
function removeAt(root: unknown, path: Path): Path {
  const key = path.at(-1)
  const parent = path.slice(0, -1).reduce<unknown>((value, name) => asObject(value)?.[name as string], root)
  const holder = asObject(parent)
  if (!holder || key === undefined) return path
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else if (Object.hasOwn(holder, key)) Reflect.deleteProperty(holder, key)
  else if (path.length > 1) return removeAt(root, path.slice(0, -1))
  return path
}

function asObject(value: unknown): Record<string, unknown> | null {
  return isObject(value) || Array.isArray(value) ? (value as Record<string, unknown>) : null
}
