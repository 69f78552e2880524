import type { z } from 'zod'
import { formatCount } from '../text/text.ts'
import { walkJson } from './jsonWalk.ts'

/**
 * An error in a JSON text, and its position. `line` and `column` start at 1; `offset` starts at 0 and counts UTF-16
 * units.
 */
export interface JsonError {
  message: string
  line: number
  column: number
  offset: number
}

/** Returns an error as one sentence with its position. */
export function describeJsonError({ message, line, column }: JsonError): string {
  return `${message} (line ${line}, column ${column})`
}

/** Returns an error at `offset` of `text`. Lines end with `\n` or `\r\n`. */
export function errorAt(text: string, offset: number, message: string): JsonError {
  const textBefore = text.slice(0, offset)
  const line = textBefore.split('\n').length
  return { message, offset, line, column: offset - textBefore.lastIndexOf('\n') }
}

/** Returns where and why `JSON.parse` rejects a text. */
export function syntaxError(text: string): JsonError {
  if (text.startsWith('\ufeff')) {
    return errorAt(text, 0, 'The text starts with a byte order mark (U+FEFF). Remove it.')
  }
  if (text.trim() === '') return errorAt(text, text.length, 'The text is empty.')
  const stop = walkJson(text, false)
  if (stop?.kind === 'control') return errorAt(text, stop.offset, rawControlCharacter)
  if (stop?.kind === 'unexpected') return errorAt(text, stop.offset, unexpectedTokenMessage(text, stop))
  return errorAt(text, text.length, 'The JSON is incomplete: something isn’t closed.')
}

/**
 * Returns an error for an unexpected token, with a hint for the most common mistakes: typographic quotes and commas.
 */
function unexpectedTokenMessage(text: string, { offset, found }: { offset: number; found: string }): string {
  const sign = text.charAt(offset)
  if ("“”„‟‘’‚«»`'".includes(sign)) {
    return `Unexpected ${sign}: put strings in straight double quotes, "…".`
  }
  const textBefore = text.slice(0, offset)
  const last = textBefore.trimEnd().at(-1) ?? ''
  if ('}]'.includes(sign) && last === ',') return `Unexpected ${found}: remove the comma before it.`
  if (/\s$/.test(textBefore) && /["\]}\w]/.test(last)) {
    return `Unexpected ${found}: a comma or colon may be missing before it.`
  }
  return `Unexpected ${found}.`
}

const rawControlCharacter = 'Write a line break or control character in a string as an escape (\\n, \\t, …).'

/**
 * Returns an error at the first duplicate key of valid JSON. Keys are compared unescaped (`"a"` equals
 * `"\u0061"`).
 */
export function duplicateKeyError(text: string): JsonError {
  const stop = walkJson(text, true)
  if (stop?.kind !== 'repeated') return errorAt(text, 0, 'A key appears twice.')
  const message = `The key ${JSON.stringify(stop.key)} appears twice in the same object.`
  return errorAt(text, stop.offset, message)
}

/** Describes in one sentence why a schema refuses a value. Keeps our own messages: those of the library are for programmers. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value')
    return `Must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}.`
  if (issue.code === 'invalid_type')
    return issue.expected === 'int'
      ? 'Must be a whole number.'
      : `Must be ${typeNames[issue.expected] ?? issue.expected}.`
  if (issue.code === 'invalid_union') return 'Has a value of the wrong type.'
  if (issue.code === 'too_big' && issue.message.startsWith('Too big'))
    return `Must be at most ${formatCount(Number(issue.maximum))}${unitFor(issue.origin)}.`
  if (issue.code === 'too_small' && issue.message.startsWith('Too small'))
    return `Must be at least ${formatCount(Number(issue.minimum))}${unitFor(issue.origin)}.`
  return issue.message
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list: [ … ]',
  object: 'an object: { … }',
  record: 'an object: { … }',
}

function unitFor(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' entries' : ''
}
