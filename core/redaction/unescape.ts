import { appendCode, takeView, toViewCode } from './textView.ts'
import type { TextView } from './textView.ts'

/** A decoded character (0 if invisible), and the index after its escape. */
interface Escape {
  code: number
  next: number
}

const [percent, ampersand, backslash, hash, semicolon] = [0x25, 0x26, 0x5c, 0x23, 0x3b]

/**
 * Decodes escapes of JSON and programming languages (`\u0026`, `\x26`, `\"`, with any number of backslashes),
 * of URLs (`%26`, `%2526`) and of HTML (`&#38;`, `&#x26`, `&amp;`) in one pass. Returns `null` if there are
 * none.
 */
export function unescapeView(view: TextView): TextView | null {
  const { codes, starts, ends, length } = view
  let position = 0
  while (position < length && !startsEscape(codes[position] ?? 0)) position++
  if (position === length) return null
  const unescaped = takeView(length)
  position = 0
  while (position < length) {
    const code = codes[position] ?? 0
    const escape = startsEscape(code) ? readEscape(view, position) : { code, next: position + 1 }
    appendCode(unescaped, escape.code, starts[position] ?? 0, ends[escape.next - 1] ?? 0)
    position = escape.next
  }
  return unescaped
}

function startsEscape(code: number): boolean {
  return code === backslash || code === percent || code === ampersand
}

function readEscape(view: TextView, position: number): Escape {
  const code = view.codes[position] ?? 0
  if (code === backslash) return readBackslashEscape(view, position)
  return (
    (code === percent ? readPercentEscape(view, position) : readReference(view, position)) ?? {
      code,
      next: position + 1,
    }
  )
}

const [letterN, letterR, letterT, letterU, letterX] = [0x6e, 0x72, 0x74, 0x75, 0x78]

function readBackslashEscape(view: TextView, position: number): Escape {
  const { codes } = view
  let next = position + 1
  while (isAdjacent(view, next) && codes[next] === backslash) next++
  if (!isAdjacent(view, next)) return { code: 0, next }
  const code = codes[next] ?? 0
  if (code === letterN || code === letterR || code === letterT) return { code: 0, next: next + 1 }
  const digits = code === letterU ? 4 : code === letterX ? 2 : 0
  const character = digits === 0 ? -1 : parseHex(view, next + 1, digits)
  return character < 0 ? { code, next: next + 1 } : { code: toViewCode(character), next: next + 1 + digits }
}

function readPercentEscape(view: TextView, position: number): Escape | null {
  let next = position + 1
  while (parseHex(view, next, 2) === percent) next += 2
  const character = parseHex(view, next, 2)
  if (character >= 0) return { code: toViewCode(character), next: next + 2 }
  return next > position + 1 ? { code: percent, next } : null
}

function readReference(view: TextView, position: number): Escape | null {
  const { codes } = view
  if (codes[position + 1] !== hash) return readNamedReference(view, position + 1)
  const isHex = ((codes[position + 2] ?? 0) | 0x20) === letterX
  const start = position + (isHex ? 3 : 2)
  const base = isHex ? 16 : 10
  let [next, character] = [start, 0]
  for (
    let digit = hexValue(codes[next]);
    isAdjacent(view, next) && digit < base;
    digit = hexValue(codes[++next])
  ) {
    // Caps the value above the last Unicode character. Leading zeros add nothing.
    character = Math.min(character * base + digit, 0x110000)
  }
  return next === start
    ? null
    : { code: toViewCode(character), next: codes[next] === semicolon ? next + 1 : next }
}

/** HTML character references for ASCII characters. */
const referenceNames: Record<string, string> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(', rpar: ')',
  ast: '*', midast: '*', plus: '+', comma: ',', period: '.', sol: '/', colon: ':', semi: ';', equals: '=', quest: '?',
  commat: '@', lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', hat: '^', lowbar: '_', grave: '`',
  lcub: '{', lbrace: '{', verbar: '|', vert: '|', rcub: '}', rbrace: '}', tab: '\t', newline: '\n',
} // oxfmt-ignore
const maxNameLength = 7

function readNamedReference(view: TextView, start: number): Escape | null {
  let name = ''
  for (let next = start; next - start <= maxNameLength; next++) {
    const code = isAdjacent(view, next) ? (view.codes[next] ?? 0) : 0
    if (code === semicolon) return toNamedEscape(name, next + 1)
    // Browsers also accept these without a semicolon.
    if (name === 'amp' || name === 'lt' || name === 'gt' || name === 'quot') return toNamedEscape(name, next)
    name += String.fromCharCode(code | 0x20)
  }
  return null
}

function toNamedEscape(name: string, next: number): Escape | null {
  const sign = Object.hasOwn(referenceNames, name) ? referenceNames[name] : undefined
  return sign === undefined ? null : { code: toViewCode(sign.charCodeAt(0)), next }
}

/** Returns the value of `count` hexadecimal digits, or -1 if invalid. */
function parseHex(view: TextView, start: number, count: number): number {
  let value = 0
  for (let position = start; position < start + count; position++) {
    const digit = hexValue(view.codes[position])
    if (digit >= 16 || !isAdjacent(view, position)) return -1
    value = value * 16 + digit
  }
  return value
}

/** Whether a character directly follows the previous one, as required inside an escape. */
function isAdjacent({ starts, ends, length }: TextView, position: number): boolean {
  return position < length && starts[position] === ends[position - 1]
}

/** Returns the value of a hexadecimal digit, or 16. */
export function hexValue(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lowerCase = code | 0x20
  return lowerCase >= 0x61 && lowerCase <= 0x66 ? lowerCase - 0x57 : 16
}
