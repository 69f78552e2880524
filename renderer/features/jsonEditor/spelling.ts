import type { NodeType } from 'jsonc-parser'
import { isObject, readJson } from '../../../contract/service/json/json.ts'
import { isExcessiveText } from '../../../contract/service/json/jsonScan.ts'

/** Kinds of JSON values. */
export type Kind = Exclude<NodeType, 'property'>

// Number syntax of RFC 8259, section 6.
const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

export function isNumber(spelling: string): boolean {
  return numberPattern.test(spelling)
}

/** Returns a value as shown for editing: strings without quotes and escapes, everything else as written. */
export function toEditable(kind: Kind, spelling: string): string {
  return kind === 'string' ? (JSON.parse(spelling) as string) : spelling
}

/** A value to convert: its kind, its spelling, and its editable form. */
interface ConversionInput {
  from: Kind
  spelling: string
  typed: string
}

const conversions: Record<Kind, (before: ConversionInput) => string> = {
  string: ({ from, typed }) => JSON.stringify(from === 'null' ? '' : typed),
  number: ({ from, typed }) =>
    isNumber(typed.trim()) || (from === 'string' && isNoJson(typed)) ? typed.trim() : '',
  boolean: ({ typed }) => String(/^(true|yes|1|on)$/i.test(typed.trim())),
  null: () => 'null',
  array: ({ from, spelling, typed }) => {
    if (parsesTo(typed, Array.isArray)) return typed
    // An unfinished number isn't JSON, or could be several values.
    const isUnfinished = typed === '' || (from === 'number' && !isNumber(typed))
    return isUnfinished || from === 'object' || from === 'null' ? '[]' : `[${spelling}]`
  },
  object: ({ typed }) => (parsesTo(typed, isObject) ? typed : '{}'),
}

/**
 * Converts a value's spelling to another kind, preserving the content where possible. A number becomes a string of its
 * digits; an array becomes a string that converts back to it. A text that becomes a number must be corrected unless it is
 * one, and what can't be one becomes `''`.
 */
export function convertSpelling(from: Kind, spelling: string, to: Kind): string {
  return conversions[to]({ from, spelling, typed: toEditable(from, spelling) })
}

/** Returns whether a text can't be mistaken for another value, or several, in place of a number. */
function isNoJson(text: string): boolean {
  return !/["{}[\]]/.test(text) && !readJson(text).ok
}

function parsesTo(text: string, check: (value: unknown) => boolean): boolean {
  const read = readJson(text)
  return read.ok && !isExcessiveText(text) && check(read.value)
}
