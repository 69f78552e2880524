import { walkJson } from './jsonWalk.ts'

/** What is wrong with a JSON text, and where: `line` and `column` count from 1, `offset` from 0 in UTF-16 units. */
export interface JsonError {
  message: string
  line: number
  column: number
  offset: number
}

/** A fault at `offset` of `text`. Lines end with `\n`, alone or after `\r`. */
export function errorAt(text: string, offset: number, message: string): JsonError {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { message, offset, line, column: offset - before.lastIndexOf('\n') }
}

/** Where and why a text that `JSON.parse` refuses is not JSON. */
export function syntaxError(text: string): JsonError {
  if (text.startsWith('\ufeff')) {
    return errorAt(text, 0, 'The text begins with a byte order mark (U+FEFF). Remove it.')
  }
  if (text.trim() === '') return errorAt(text, text.length, 'There is no JSON here.')
  const stop = walkJson(text, false)
  if (stop?.kind === 'control') return errorAt(text, stop.offset, rawControlCharacter)
  if (stop?.kind === 'unexpected') return errorAt(text, stop.offset, unexpectedTokenMessage(text, stop))
  return errorAt(text, text.length, 'The JSON ends too early: something is not closed.')
}

/** With the mend of what people get wrong most: quotes of word processors and chats, and commas. */
function unexpectedTokenMessage(text: string, { offset, found }: { offset: number; found: string }): string {
  const sign = text.charAt(offset)
  if ("“”„‟‘’‚«»`'".includes(sign)) {
    return `Did not expect ${sign} here: a text stands in straight double quotes, "…".`
  }
  const before = text.slice(0, offset)
  const last = before.trimEnd().at(-1) ?? ''
  if ('}]'.includes(sign) && last === ',') return `Did not expect ${found} here: remove the comma before it.`
  if (/\s$/.test(before) && /["\]}\w]/.test(last)) {
    return `Did not expect ${found} here: a comma or colon may be missing before it.`
  }
  return `Did not expect ${found} here.`
}

const rawControlCharacter =
  'A line break or control character inside a text must be written as an escape (\\n, \\t, …).'

/** The first key of valid JSON that its object has already had, escapes resolved (`"a"` is `"\u0061"`). */
export function duplicateKeyError(text: string): JsonError {
  const stop = walkJson(text, true)
  if (stop?.kind !== 'repeated') return errorAt(text, 0, 'A key appears twice.')
  const message = `The key ${JSON.stringify(stop.key)} appears twice in the same object.`
  return errorAt(text, stop.offset, message)
}
