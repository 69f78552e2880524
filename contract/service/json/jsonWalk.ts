import { closingQuote, skipWhitespace } from './jsonScan.ts'

/** Where and why a walk through JSON text stopped. */
export type WalkStop =
  | { kind: 'unexpected'; offset: number; found: string }
  /** A raw control character inside a string (RFC 8259 §7 forbids them). */
  | { kind: 'control'; offset: number }
  | { kind: 'end'; offset: number }
  /** A duplicate key in one object, unescaped. */
  | { kind: 'repeated'; offset: number; key: string }

/**
 * Token names in error messages, by sign: `{ } [ ] , :` themselves, and `"`, `0` and `t` for any string, number or
 * word.
 */
const tokenNames: Record<string, string> = {
  ',': 'comma',
  ':': 'colon',
  '{': '{',
  '}': '}',
  '[': '[',
  ']': ']',
  '"': 'string',
  '0': 'number',
}
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const literalPattern = /true|false|null/y
const escapePattern = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y

/** The tokens allowed in each state. A value is any of `{ [ " 0 t`. */
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
 * Returns the first error of a JSON text, or `null` if it has none. Runs in one pass without recursion.
 * Duplicate keys are errors only if `unique` is set.
 */
export function walkJson(text: string, unique: boolean): WalkStop | null {
  const openContainers: (Set<string> | null)[] = []
  let expectation: Expectation = 'value'
  for (
    let position = skipWhitespace(text, 0);
    position < text.length || openContainers.length > 0 || expectation !== 'next';
  ) {
    if (position >= text.length) return { kind: 'end', offset: text.length }
    const sign = tokenSign(text.charAt(position))
    const end = tokenEnd(text, position, sign)
    if (end < 0) return invalidTokenStop(text, position)
    if (!isExpected(sign, expectation, openContainers))
      return { kind: 'unexpected', offset: position, found: tokenName(text, position, sign) }
    if (unique && sign === '"' && isRepeated(text.slice(position, end), expectation, openContainers.at(-1))) {
      return { kind: 'repeated', offset: position, key: unescapeString(text.slice(position, end)) }
    }
    expectation = nextExpectation(sign, expectation, openContainers)
    position = skipWhitespace(text, end)
  }
  return null
}

function isExpected(
  sign: string,
  expectation: Expectation,
  openContainers: readonly (Set<string> | null)[],
): boolean {
  if (!expected[expectation].includes(sign)) return false
  if (expectation !== 'next') return true
  if (openContainers.length === 0) return false
  return sign === ',' || (sign === '}') === (openContainers.at(-1) !== null)
}

/** Whether a string is a duplicate key in its object. Records the key if it isn't. */
function isRepeated(string: string, expectation: Expectation, keys: Set<string> | null | undefined): boolean {
  if (!keys || (expectation !== 'key' && expectation !== 'firstKey')) return false
  const [sizeBefore, key] = [keys.size, unescapeString(string)]
  return keys.add(key).size === sizeBefore
}

/** Returns the next state. Pushes and pops objects (as the set of their keys) and arrays (as `null`). */
function nextExpectation(
  sign: string,
  expectation: Expectation,
  openContainers: (Set<string> | null)[],
): Expectation {
  switch (sign) {
    case '{':
      openContainers.push(new Set())
      return 'firstKey'
    case '[':
      openContainers.push(null)
      return 'element'
    case '}':
    case ']':
      openContainers.pop()
      return 'next'
    case ',':
      return openContainers.at(-1) ? 'key' : 'value'
    case ':':
      return 'value'
    default:
      return expectation === 'key' || expectation === 'firstKey' ? 'colon' : 'next'
  }
}

function tokenSign(char: string): string {
  if ((char >= '0' && char <= '9') || char === '-') return '0'
  return char in tokenNames ? char : 't'
}

/**
 * Returns the end of a token, or -1 if invalid. Allocates nothing: a body of 64 KB may hold 64,000 tokens.
 */
function tokenEnd(text: string, position: number, sign: string): number {
  if (sign === '"') return stringEnd(text, position)
  if (sign !== '0' && sign !== 't') return position + 1
  const token = sign === '0' ? numberPattern : literalPattern
  token.lastIndex = position
  return token.test(text) ? token.lastIndex : -1
}

function tokenName(text: string, position: number, sign: string): string {
  return tokenNames[sign] ?? (text.charAt(position) === 'n' ? 'null' : 'true or false')
}

function stringEnd(text: string, opening: number): number {
  for (let position = opening + 1; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (code === 0x22) return position + 1
    if (code < 0x20) return -1
    if (code !== 0x5c) continue
    escapePattern.lastIndex = position
    if (!escapePattern.test(text)) return -1
    position = escapePattern.lastIndex - 1
  }
  return -1
}

/** Returns the error for an invalid token. */
function invalidTokenStop(text: string, position: number): WalkStop {
  if (text.charAt(position) === '"') return invalidStringStop(text, position)
  const found =
    /^[tfn][a-z]*/.exec(text.slice(position, position + 5))?.[0] ??
    String.fromCodePoint(text.codePointAt(position) ?? 0)
  return { kind: 'unexpected', offset: position, found: makeVisible(found) }
}

function invalidStringStop(text: string, opening: number): WalkStop {
  const end = closingQuote(text, opening)
  for (let position = opening + 1; position < end; position++) {
    const code = text.charCodeAt(position)
    if (code < 0x20) return { kind: 'control', offset: position }
    if (code !== 0x5c) continue
    escapePattern.lastIndex = position
    if (escapePattern.test(text)) position = escapePattern.lastIndex - 1
    else if (position + 1 < text.length)
      return { kind: 'unexpected', offset: position, found: makeVisible(text.charAt(position + 1)) }
  }
  return { kind: 'end', offset: text.length }
}

function unescapeString(string: string): string {
  return string.includes('\\') ? (JSON.parse(string) as string) : string.slice(1, -1)
}

/** Returns text in a visible form, such as `U+00A0` for a no-break space. */
function makeVisible(text: string): string {
  if (!/^[\p{C}\p{Z}]/u.test(text)) return JSON.stringify(text)
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
