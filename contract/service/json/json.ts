import { describeJsonError, duplicateKeyError, errorAt, syntaxError, type JsonError } from './jsonError.ts'
import { offsetOfPath } from './jsonMembers.ts'
import { measureJson } from './jsonScan.ts'
import { limits } from '../api/limits.ts'
import { codePoints, formatCount, isStorable, unstorableError } from '../text/text.ts'

export { describeJsonError }
export type { JsonError }
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = Record<string, Json>
export type JsonResult<T> = { ok: true; value: T } | { ok: false; error: JsonError }

/** Parses strict JSON (RFC 8259). Valid text takes the fast path; a slower parser locates the error. */
export function readJson(text: string): JsonResult<Json> {
  try {
    return { ok: true, value: JSON.parse(text) as Json }
  } catch {
    return { ok: false, error: syntaxError(text) }
  }
}

/**
 * Reads app data (`data`, specification 2.3): a JSON object of at most 32 KiB and 32 levels without duplicate
 * keys. The text itself is stored, so large integers and number spellings survive.
 */
export function readData(text: string): JsonResult<JsonObject> {
  if (exceedsBytes(text, limits.dataBytes)) {
    return jsonFailure(text, 0, `The app data is larger than ${limits.dataBytes / 1_024} KiB.`)
  }
  const read = readObject(text, 'app data')
  if (read.ok && !isStorable(text)) {
    return jsonFailure(text, text.search(/\p{Cs}/u), unstorableError)
  }
  return read
}

/**
 * Reads a JSON object of at most 32 levels without duplicate keys. `what` names it in error messages. Checks
 * depth and `maxValues` before parsing, because parsing costs the most.
 */
export function readObject(text: string, subject: string, maxValues = Infinity): JsonResult<JsonObject> {
  const { keys, values, tooDeepAt } = measureJson(text, limits.dataDepth)
  if (values > maxValues)
    return jsonFailure(text, 0, `The ${subject} has more than ${formatCount(maxValues)} values.`)
  if (tooDeepAt >= 0)
    return jsonFailure(text, tooDeepAt, `The ${subject} is nested deeper than ${limits.dataDepth} levels.`)
  const read = readJson(text)
  if (!read.ok) return read
  if (!isObject(read.value)) return jsonFailure(text, 0, `The ${subject} must be a JSON object: { … }.`)
  // A parsed object keeps only one of two equal keys, so a difference in counts means a duplicate.
  if (keys !== countKeys(read.value)) return { ok: false, error: duplicateKeyError(text) }
  return { ok: true, value: read.value }
}

const tooManyTags = `At most ${limits.tags} tags are allowed.`
/** Maximum number of values in the text of a tag list. Beyond it, the tags aren't checked individually. */
const maxTagValues = 10 * limits.tags

/**
 * Reads `tags` (specification 2.3): a JSON array of up to 100 strings of 1–100 characters. Keeps the order and drops
 * duplicates.
 */
export function readTags(text: string): JsonResult<string[]> {
  if (measureJson(text, Infinity).values > maxTagValues) return jsonFailure(text, 0, tooManyTags)
  const read = readJson(text)
  if (!read.ok) return read
  const error = findTagError(read.value)
  if (error)
    return jsonFailure(text, error.index === null ? 0 : offsetOfPath(text, [error.index]), error.message)
  return { ok: true, value: [...new Set(read.value as string[])] }
}

/** Returns an error message for a list of tags, or `null` if it is valid. */
export function tagsError(value: unknown): string | null {
  return findTagError(value)?.message ?? null
}

/** Returns the first error of a list of tags. `index` is `null` if the error concerns the whole list. */
function findTagError(value: unknown): { message: string; index: number | null } | null {
  if (!Array.isArray(value)) {
    return { message: 'The tags must be a JSON array of strings: ["…", "…"].', index: null }
  }
  if (value.length > limits.tags) return { message: tooManyTags, index: null }
  for (const [index, tag] of value.entries()) {
    const wrong = tagError(tag)
    if (wrong !== null) return { message: `Tag ${index + 1} ${wrong}.`, index }
  }
  return null
}

function tagError(tag: unknown): string | null {
  if (typeof tag !== 'string') return 'is not a text'
  if (tag === '') return 'is empty'
  if (codePoints(tag) > limits.tagLength) return `is longer than ${limits.tagLength} characters`
  return isStorable(tag) ? null : 'contains an invisible or damaged character'
}

export function isObject(value: unknown): value is Record<string, unknown> & JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Whether `text` is longer than `max` bytes as UTF-8. Hand-written because the window has no `Buffer` and this check is
 * hot.
 */
function exceedsBytes(text: string, max: number): boolean {
  if (text.length > max) return true
  if (text.length * 3 <= max) return false
  return new TextEncoder().encode(text).length > max
}

function countKeys(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  let keys = 0
  if (Array.isArray(value)) {
    for (const child of value) keys += countKeys(child)
  } else {
    // Parsed JSON has no inherited members, so `for…in` is safe; `Object.keys` would allocate an array each
    // time.
    for (const key in value) keys += 1 + countKeys(value[key] as Json)
  }
  return keys
}

function jsonFailure(text: string, offset: number, message: string): { ok: false; error: JsonError } {
  return { ok: false, error: errorAt(text, offset, message) }
}
