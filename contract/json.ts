import { duplicateKeyError, errorAt, syntaxError } from './jsonError.ts'
import type { JsonError } from './jsonError.ts'
import { elementOffset, measureJson } from './jsonScan.ts'
import { limits } from './limits.ts'
import { codePoints, formatCount, isStorable } from './text.ts'

export type { JsonError }
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = Record<string, Json>
export type JsonResult<T> = { ok: true; value: T } | { ok: false; fault: JsonError }

/** Parses strict JSON (RFC 8259). Fast when the text is valid; a second, slower parser finds the place of a fault. */
export function readJson(text: string): JsonResult<Json> {
  try {
    return { ok: true, value: JSON.parse(text) as Json }
  } catch {
    return { ok: false, fault: syntaxError(text) }
  }
}

/**
 * Reads app data (`data`, specification 2.3): a JSON object of at most 32 KiB and 32 levels, no key twice in one object.
 * The text itself is what is stored, so large integers and number spellings survive.
 */
export function readData(text: string): JsonResult<JsonObject> {
  if (exceedsBytes(text, limits.dataBytes)) {
    return jsonFailure(text, 0, `The app data is larger than ${limits.dataBytes / 1_024} KiB.`)
  }
  const read = readObject(text, 'app data')
  if (read.ok && !isStorable(text)) {
    return jsonFailure(text, text.search(/\p{Cs}/u), 'The app data contains half of a surrogate pair.')
  }
  return read
}

/**
 * Reads a JSON object of at most 32 levels with no key twice in one object. `what` names it in the sentences. What is too
 * deep, or has more than `maxValues`, is refused before it is parsed, which would cost the most.
 */
export function readObject(text: string, what: string, maxValues = Infinity): JsonResult<JsonObject> {
  const { keys, values, tooDeepAt } = measureJson(text, limits.dataDepth)
  if (values > maxValues)
    return jsonFailure(text, 0, `The ${what} has more than ${formatCount(maxValues)} values.`)
  if (tooDeepAt >= 0)
    return jsonFailure(text, tooDeepAt, `The ${what} is nested deeper than ${limits.dataDepth} levels.`)
  const read = readJson(text)
  if (!read.ok) return read
  if (!isObject(read.value)) return jsonFailure(text, 0, `The ${what} must be a JSON object: { … }.`)
  // A parsed object keeps one of two equal keys, so the text has more keys than the value exactly when one is repeated.
  if (keys !== countKeys(read.value)) return { ok: false, fault: duplicateKeyError(text) }
  return { ok: true, value: read.value }
}

const tooManyTags = `At most ${limits.tags} tags are allowed.`
/** Values of any kind in a text of tags, beyond which nobody looks at the single ones. */
const maxTagValues = 10 * limits.tags

/** Reads `tags` (specification 2.3): a JSON array of up to 100 texts of 1–100 characters. Order kept, repeats dropped. */
export function readTags(text: string): JsonResult<string[]> {
  if (measureJson(text, Infinity).values > maxTagValues) return jsonFailure(text, 0, tooManyTags)
  const read = readJson(text)
  if (!read.ok) return read
  const error = findTagError(read.value)
  if (error)
    return jsonFailure(text, error.index === null ? 0 : elementOffset(text, error.index), error.message)
  return { ok: true, value: [...new Set(read.value as string[])] }
}

/** What is wrong with a list of tags, as a sentence; `null` when nothing is. */
export function tagsError(value: unknown): string | null {
  return findTagError(value)?.message ?? null
}

/** The first fault of a list of tags; `index` is `null` when it is the list's own. */
function findTagError(value: unknown): { message: string; index: number | null } | null {
  if (!Array.isArray(value)) {
    return { message: 'The tags must be a JSON array of texts: ["…", "…"].', index: null }
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
  return isStorable(tag) ? null : 'contains a character that cannot be stored'
}

export function isObject(value: unknown): value is Record<string, unknown> & JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether `text` takes more than `max` bytes as UTF-8. Pure, since the window has no Buffer and the check is hot. */
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
    // Of parsed JSON, whose objects inherit nothing that would be counted; `Object.keys` would make a list each time.
    for (const key in value) keys += 1 + countKeys(value[key] as Json)
  }
  return keys
}

function jsonFailure(text: string, offset: number, message: string): { ok: false; fault: JsonError } {
  return { ok: false, fault: errorAt(text, offset, message) }
}
