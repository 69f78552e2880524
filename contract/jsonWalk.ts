import { closingQuote } from './jsonScan.ts'

/** Where a walk through a JSON text has stopped, and at what. */
export type Stop =
  | { kind: 'unexpected'; offset: number; found: string }
  /** A raw control character inside a string (RFC 8259 §7 forbids them). */
  | { kind: 'control'; offset: number }
  | { kind: 'end'; offset: number }
  /** A key that its object has already had, escapes resolved. */
  | { kind: 'repeated'; offset: number; key: string }

/** What a token is called, by its sign: `{ } [ ] , :` themselves, and `"`, `0` and `t` for any string, number and word. */
const names: Record<string, string> = {
  ',': 'a comma',
  ':': 'a colon',
  '{': '{',
  '}': '}',
  '[': '[',
  ']': ']',
  '"': 'a text',
  '0': 'a number',
}
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /true|false|null/y
const blanks = ' \t\r\n'
const escape = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y

/** What may come next, by what came before; a value is any of `{ [ " 0 t`. */
const expected = {
  value: '{["0t',
  element: '{["0t]',
  firstKey: '"}',
  key: '"',
  colon: ':',
  next: ',}]',
}
type Expectation = keyof typeof expected

/**
 * Walks JSON text to its first fault, in one pass and without recursion, whatever the text is: `null` when it has none. A
 * repeated key is one only when `unique` says so.
 */
export function walkJson(text: string, unique: boolean): Stop | null {
  const open: (Set<string> | null)[] = []
  let expectation: Expectation = 'value'
  for (let at = skipBlanks(text, 0); at < text.length || open.length > 0 || expectation !== 'next';) {
    if (at >= text.length) return { kind: 'end', offset: text.length }
    const sign = signOf(text.charAt(at))
    const end = endOf(text, at, sign)
    if (end < 0) return wrongToken(text, at)
    if (!fits(sign, expectation, open))
      return { kind: 'unexpected', offset: at, found: nameOf(text, at, sign) }
    if (unique && sign === '"' && isRepeated(text.slice(at, end), expectation, open.at(-1))) {
      return { kind: 'repeated', offset: at, key: unescaped(text.slice(at, end)) }
    }
    expectation = after(sign, expectation, open)
    at = skipBlanks(text, end)
  }
  return null
}

function fits(sign: string, expectation: Expectation, open: readonly (Set<string> | null)[]): boolean {
  if (!expected[expectation].includes(sign)) return false
  if (expectation !== 'next') return true
  if (open.length === 0) return false
  return sign === ',' || (sign === '}') === (open.at(-1) !== null)
}

/** Whether a string is a key that its object has had; remembers it otherwise. */
function isRepeated(string: string, expectation: Expectation, keys: Set<string> | null | undefined): boolean {
  if (!keys || (expectation !== 'key' && expectation !== 'firstKey')) return false
  const [before, key] = [keys.size, unescaped(string)]
  return keys.add(key).size === before
}

/** What may follow; opens and closes objects (with the keys that they have had) and arrays (`null`). */
function after(sign: string, expectation: Expectation, open: (Set<string> | null)[]): Expectation {
  switch (sign) {
    case '{':
      open.push(new Set())
      return 'firstKey'
    case '[':
      open.push(null)
      return 'element'
    case '}':
    case ']':
      open.pop()
      return 'next'
    case ',':
      return open.at(-1) ? 'key' : 'value'
    case ':':
      return 'value'
    default:
      return expectation === 'key' || expectation === 'firstKey' ? 'colon' : 'next'
  }
}

function signOf(char: string): string {
  if ((char >= '0' && char <= '9') || char === '-') return '0'
  return char in names ? char : 't'
}

/** Where a token ends; -1 when it is none. Makes nothing: a body of 64 KB may hold as many tokens. */
function endOf(text: string, at: number, sign: string): number {
  if (sign === '"') return stringEnd(text, at)
  if (sign !== '0' && sign !== 't') return at + 1
  const token = sign === '0' ? number : word
  token.lastIndex = at
  return token.test(text) ? token.lastIndex : -1
}

function nameOf(text: string, at: number, sign: string): string {
  return names[sign] ?? (text.charAt(at) === 'n' ? 'null' : 'true or false')
}

function stringEnd(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code < 0x20) return -1
    if (code !== 0x5c) continue
    escape.lastIndex = at
    if (!escape.test(text)) return -1
    at = escape.lastIndex - 1
  }
  return -1
}

/** What is wrong with what begins here and is no token. */
function wrongToken(text: string, at: number): Stop {
  if (text.charAt(at) === '"') return wrongString(text, at)
  const found =
    /^[tfn][a-z]*/.exec(text.slice(at, at + 5))?.[0] ?? String.fromCodePoint(text.codePointAt(at) ?? 0)
  return { kind: 'unexpected', offset: at, found: visible(found) }
}

function wrongString(text: string, opening: number): Stop {
  const end = closingQuote(text, opening)
  for (let at = opening + 1; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20) return { kind: 'control', offset: at }
    if (code !== 0x5c) continue
    escape.lastIndex = at
    if (escape.test(text)) at = escape.lastIndex - 1
    else if (at + 1 < text.length)
      return { kind: 'unexpected', offset: at, found: visible(text.charAt(at + 1)) }
  }
  return { kind: 'end', offset: text.length }
}

function unescaped(string: string): string {
  return string.includes('\\') ? (JSON.parse(string) as string) : string.slice(1, -1)
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && blanks.includes(text.charAt(at))) at++
  return at
}

/** A piece of text as a person can see it: `U+00A0` for a space that looks like another. */
function visible(text: string): string {
  if (!/^[\p{C}\p{Z}]/u.test(text)) return JSON.stringify(text)
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
