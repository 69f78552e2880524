import { parse } from '@humanwhocodes/momoa'
import type { AnyNode, ObjectNode } from '@humanwhocodes/momoa'
import { controlCharacterAt, measure } from './jsonScan.ts'
import { limits } from './limits.ts'

/** What is wrong with a JSON text, and where: `line` and `column` count from 1, `offset` from 0 in UTF-16 units. */
export interface JsonFault {
  message: string
  line: number
  column: number
  offset: number
}

/** A fault at `offset` of `text`. Lines end with `\n`, alone or after `\r`. */
export function faultAt(text: string, offset: number, message: string): JsonFault {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { message, offset, line, column: offset - before.lastIndexOf('\n') }
}

/** Where and why a text that `JSON.parse` refuses is not JSON. Slow: for texts that are known to be broken. */
export function syntaxFault(text: string): JsonFault {
  if (text.startsWith('\ufeff')) {
    return faultAt(text, 0, 'The text begins with a byte order mark (U+FEFF). Remove it.')
  }
  if (text.trim() === '') return faultAt(text, text.length, 'There is no JSON here.')
  // The parser lets raw control characters in strings pass, so the first one is the fault.
  if (!parseError(text)) return faultAt(text, Math.max(controlCharacterAt(text), 0), rawControlCharacter)
  // At the end of the text it blames the last token, so a character that is never JSON is put there to be blamed.
  const error = parseError(`${text} \0`)
  if (error instanceof RangeError) {
    const { tooDeepAt } = measure(text, limits.dataDepth)
    return faultAt(text, Math.max(tooDeepAt, 0), 'The JSON is nested too deeply to be read.')
  }
  const { message, offset } = error as Error & { offset: number }
  if (offset >= text.length) {
    return faultAt(text, text.length, 'The JSON ends too early: something is not closed.')
  }
  return faultAt(text, offset, plainSyntax(message))
}

const rawControlCharacter =
  'A line break or control character inside a text must be written as an escape (\\n, \\t, …).'

/** What the positions parser throws: its own error with an offset, or a `RangeError` when the stack is too small. */
function parseError(text: string): unknown {
  try {
    parse(text, { mode: 'json' })
    return null
  } catch (error) {
    return error
  }
}

/** The first key of valid JSON that its object has already had, escapes resolved (`"a"` is `"\u0061"`). */
export function duplicateKeyFault(text: string): JsonFault {
  const pending: AnyNode[] = [parse(text, { mode: 'json' }).body]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === 'Object') {
      const repeated = repeatedKey(node)
      if (repeated) {
        const message = `The key ${JSON.stringify(repeated.key)} appears twice in the same object.`
        return faultAt(text, repeated.offset, message)
      }
      pending.push(...node.members.map((member) => member.value).reverse())
    } else if (node.type === 'Array') {
      pending.push(...node.elements.map((element) => element.value).reverse())
    }
  }
  return faultAt(text, 0, 'A key appears twice.')
}

function repeatedKey(node: ObjectNode): { key: string; offset: number } | null {
  const seen = new Set<string>()
  for (const { name } of node.members) {
    const key = name.type === 'String' ? name.value : name.name
    if (seen.has(key)) return { key, offset: name.loc.start.offset }
    seen.add(key)
  }
  return null
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

function plainSyntax(message: string): string {
  const token = /^Unexpected token (\w+)/.exec(message)?.[1]
  if (token) return `Did not expect ${plainTokens[token] ?? token} here.`
  const other = /^Unexpected (?:character|identifier) '(.+)' found/s.exec(message)?.[1]
  return other ? `Did not expect ${visible(other)} here.` : 'This is not valid JSON.'
}

/** A piece of text as a person can see it: `U+00A0` for a space that looks like another. */
function visible(text: string): string {
  if (!/^[\p{C}\p{Z}]/u.test(text)) return JSON.stringify(text)
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
