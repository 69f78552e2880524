import type { z } from 'zod'
import { isObject } from '../../contract/service/json/json.ts'

/**
 * Maximum rounds. Each removes at least one invalid value or its parent, and settings aren't nested deeper.
 */
const maxSalvageRounds = 12

/**
 * Returns the valid parts of an invalid value, and the removed paths (`profiles.1.color`). Values that lack a required
 * member are removed completely. Returns `null` if nothing remains.
 */
export function salvage<T>(shape: z.ZodType<T>, value: unknown): { value: T; leftOut: string[] } | null {
  const remaining: unknown = structuredClone(value)
  const leftOut: string[] = []
  for (let round = 0; round < maxSalvageRounds; round++) {
    const read = shape.safeParse(remaining)
    if (read.success) return { value: read.data, leftOut }
    // Works backwards, so that removing list entries doesn't shift the remaining paths.
    const removed: Path[] = []
    for (const { path } of read.error.issues.toReversed()) {
      if (removed.some((removedPath) => isWithin(path, removedPath))) continue
      if (path.length === 0) return null
      leftOut.push(path.join('.'))
      removed.push(removeAt(remaining, path))
    }
  }
  return null
}

type Path = readonly PropertyKey[]

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((key, index) => path[index] === key)
}

/** Removes the value at a path, or its parent if the value is missing. Returns the removed path. */
function removeAt(root: unknown, path: Path): Path {
  const key = path.at(-1)
  const parent = path.slice(0, -1).reduce<unknown>((value, name) => asObject(value)?.[name as string], root)
  const container = asObject(parent)
  if (!container || key === undefined) return path
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else if (Object.hasOwn(container, key)) Reflect.deleteProperty(container, key)
  else if (path.length > 1) return removeAt(root, path.slice(0, -1))
  return path
}

function asObject(value: unknown): Record<string, unknown> | null {
  return isObject(value) || Array.isArray(value) ? (value as Record<string, unknown>) : null
}
