import { parse } from '@humanwhocodes/momoa'
import type { AnyNode, ObjectNode } from '@humanwhocodes/momoa'
import { limits } from './limits.ts'
import { codePoints, isStorable } from './text.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = Record<string, Json>

/** What is wrong with a JSON text, and where: `line` and `column` count from 1, `offset` from 0 in UTF-16 units. */
export interface JsonFault {
  message: string
  line: number
  column: number
  offset: number
}

export type JsonRead<T> = { ok: true; value: T } | { ok: false; fault: JsonFault }

/** Parses strict JSON (RFC 8259). Fast when the text is valid; a second, slower parser finds the place of a fault. */
export function readJson(text: string): JsonRead<Json> {
  try {
    return { ok: true, value: JSON.parse(text) as Json }
  } catch {
    return { ok: false, fault: syntaxFault(text) }
  }
}

/**
 * Reads app data (`data`, specification 2.3): a JSON object of at most 32 KiB and 32 levels, no key twice in one object.
 * The text itself is what is stored, so large integers and number spellings survive.
 */
export function readData(text: string): JsonRead<JsonObject> {
  if (exceedsBytes(text, limits.dataBytes)) {
    return refuse(text, 0, `The app data is larger than ${limits.dataBytes / 1_024} KiB.`)
  }
  const read = readJson(text)
  if (!read.ok) return read
  if (!isObject(read.value)) return refuse(text, 0, 'The app data must be a JSON object: { … }.')
  if (!isStorable(text)) return refuse(text, 0, 'The app data contains half of a surrogate pair.')
  const { keys, tooDeepAt } = measure(text)
  if (tooDeepAt >= 0)
    return refuse(text, tooDeepAt, `The app data is nested deeper than ${limits.dataDepth} levels.`)
  // A parsed object keeps one of two equal keys, so the text has more keys than the value exactly when one is repeated.
  if (keys !== countKeys(read.value)) return { ok: false, fault: duplicateKeyFault(text) }
  return { ok: true, value: read.value }
}

/** Reads `tags` (specification 2.3): a JSON array of up to 100 texts of 1–100 characters. Order kept, repeats dropped. */
export function readTags(text: string): JsonRead<string[]> {
  const read = readJson(text)
  if (!read.ok) return read
  const message = tagsFault(read.value)
  if (message !== null) return refuse(text, 0, message)
  return { ok: true, value: [...new Set(read.value as string[])] }
}

/** What is wrong with a list of tags, as a sentence; `null` when nothing is. */
export function tagsFault(value: unknown): string | null {
  if (!Array.isArray(value)) return 'The tags must be a JSON array of texts: ["…", "…"].'
  if (value.length > limits.tags) return `At most ${limits.tags} tags are allowed.`
  for (const [index, tag] of value.entries()) {
    if (typeof tag !== 'string') return `Tag ${index + 1} is not a text.`
    if (tag === '') return `Tag ${index + 1} is empty.`
    if (codePoints(tag) > limits.tagLength)
      return `Tag ${index + 1} is longer than ${limits.tagLength} characters.`
    if (!isStorable(tag)) return `Tag ${index + 1} contains a character that cannot be stored.`
  }
  return null
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

/** Walks valid JSON text once: how many keys it has, and where it first becomes too deep (-1 when it does not). */
function measure(text: string): { keys: number; tooDeepAt: number } {
  let depth = 0
  let keys = 0
  let tooDeepAt = -1
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = closingQuote(text, at)
    else if (char === ':') keys++
    else if (char === '{' || char === '[') {
      if (++depth > limits.dataDepth && tooDeepAt < 0) tooDeepAt = at
    } else if (char === '}' || char === ']') depth--
  }
  return { keys, tooDeepAt }
}

function closingQuote(text: string, opening: number): number {
  let at = opening + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function countKeys(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  let keys = Array.isArray(value) ? 0 : inner.length
  for (const child of inner) keys += countKeys(child)
  return keys
}

function refuse(text: string, offset: number, message: string): { ok: false; fault: JsonFault } {
  return { ok: false, fault: { message, offset, ...position(text, offset) } }
}

function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

const plainTokens: Record<string, string> = {
  LBrace: '{',
  RBrace: '}',
  LBracket: '[',
  RBracket: ']',
  Comma: 'a comma',
  Colon: 'a colon',
  String: 'a text',
  Number: 'a number',
  Boolean: 'true or false',
  Null: 'null',
}

function syntaxFault(text: string): JsonFault {
  try {
    parse(text, { mode: 'json' })
  } catch (error) {
    const { message, offset } = error as Error & { offset: number }
    return { message: plainSyntax(message), offset, ...position(text, offset) }
  }
  return controlCharacterFault(text)
}

function plainSyntax(message: string): string {
  if (message.startsWith('Unexpected end')) return 'The JSON ends too early: something is not closed.'
  const token = /^Unexpected token (\w+)/.exec(message)?.[1]
  if (token) return `Did not expect ${plainTokens[token] ?? token} here.`
  const other = /^Unexpected (?:character|identifier) '(.+)' found/s.exec(message)?.[1]
  return other ? `Did not expect ${JSON.stringify(other)} here.` : 'This is not valid JSON.'
}

/** The positions parser lets raw control characters in strings pass (RFC 8259 §7 does not), so the first one is the fault. */
function controlCharacterFault(text: string): JsonFault {
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '"') continue
    const end = closingQuote(text, at)
    for (let inside = at + 1; inside < end; inside++) {
      if (text.charCodeAt(inside) >= 0x20) continue
      const message =
        'A line break or control character inside a text must be written as an escape (\\n, \\t, …).'
      return { message, offset: inside, ...position(text, inside) }
    }
    at = end
  }
  return { message: 'This is not valid JSON.', offset: 0, line: 1, column: 1 }
}

function duplicateKeyFault(text: string): JsonFault {
  const pending: AnyNode[] = [parse(text, { mode: 'json' }).body]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === 'Object') {
      const repeated = repeatedMember(node)
      if (repeated) return repeated
      pending.push(...node.members.map((member) => member.value).reverse())
    } else if (node.type === 'Array') {
      pending.push(...node.elements.map((element) => element.value).reverse())
    }
  }
  return { message: 'A key appears twice.', offset: 0, line: 1, column: 1 }
}

function repeatedMember(node: ObjectNode): JsonFault | null {
  const seen = new Set<string>()
  for (const { name } of node.members) {
    const key = name.type === 'String' ? name.value : name.name
    if (seen.has(key)) {
      const { line, column, offset } = name.loc.start
      return {
        message: `The key ${JSON.stringify(key)} appears twice in the same object.`,
        line,
        column,
        offset,
      }
    }
    seen.add(key)
  }
  return null
}
