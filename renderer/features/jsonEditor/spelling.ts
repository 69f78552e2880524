import { isObject, readJson } from '../../../contract/json.ts'
import type { Kind } from './tree.ts'

// RFC 8259, section 6.
const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

export function isNumber(spelling: string): boolean {
  return numberPattern.test(spelling)
}

/** A value's spelling as a person edits it: a text without quotes and escapes, everything else as it is. */
export function toEditable(kind: Kind, spelling: string): string {
  if (kind !== 'string') return spelling
  const read = readJson(spelling)
  return read.ok && typeof read.value === 'string' ? read.value : spelling
}

/** What a person typed, as JSON. A number stays as it is typed, right or wrong: the parser says what is wrong with it. */
export function toSpelling(kind: Kind, typed: string): string {
  return kind === 'string' ? JSON.stringify(typed) : typed
}

/** A value on its way to another kind: what it was, how it is spelled, and the same as a person edits it. */
interface ConversionInput {
  from: Kind
  spelling: string
  typed: string
}

const conversions: Record<Kind, (before: ConversionInput) => string> = {
  string: ({ from, typed }) => JSON.stringify(from === 'null' ? '' : typed),
  number: ({ from, typed }) => {
    if (from === 'boolean') return typed === 'true' ? '1' : '0'
    return isNumber(typed.trim()) ? typed.trim() : '0'
  },
  boolean: ({ typed }) => String(/^(true|yes|1|on)$/i.test(typed.trim())),
  null: () => 'null',
  array: ({ from, spelling, typed }) => {
    if (parsesTo(typed, Array.isArray)) return typed
    return typed === '' || from === 'object' || from === 'null' ? '[]' : `[${spelling}]`
  },
  object: ({ typed }) => (parsesTo(typed, isObject) ? typed : '{}'),
}

/**
 * A value spelled as another kind, keeping what it held where that kind can: a number becomes a string of its digits, an
 * array is kept inside a string letter by letter and comes back from it.
 */
export function convertSpelling(from: Kind, spelling: string, to: Kind): string {
  return from === to ? spelling : conversions[to]({ from, spelling, typed: toEditable(from, spelling) })
}

function parsesTo(text: string, check: (value: unknown) => boolean): boolean {
  const read = readJson(text)
  return read.ok && check(read.value)
}
