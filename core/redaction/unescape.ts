import { append, emptyView, standIn } from './view.ts'
import type { View } from './view.ts'

/** What stands for one character, 0 for one that cannot be seen, and behind which code of the view its escape ends. */
interface Escape {
  code: number
  next: number
}

const [percent, ampersand, backslash, hash, semicolon] = [0x25, 0x26, 0x5c, 0x23, 0x3b]

/**
 * Reads the escapes of JSON and of programs (`\u0026`, `\x26`, `\"`, behind any number of backslashes), of URLs (`%26`,
 * `%2526`) and of HTML (`&#38;`, `&#x26`, `&amp;`) in one walk. `null` when there is none.
 */
export function unescaped(view: View): View | null {
  const { codes, starts, ends, length } = view
  let at = 0
  while (at < length && !beginsEscape(codes[at] ?? 0)) at++
  if (at === length) return null
  const read = emptyView(length)
  at = 0
  while (at < length) {
    const code = codes[at] ?? 0
    const escape = beginsEscape(code) ? escapeAt(view, at) : { code, next: at + 1 }
    append(read, escape.code, starts[at] ?? 0, ends[escape.next - 1] ?? 0)
    at = escape.next
  }
  return read
}

function beginsEscape(code: number): boolean {
  return code === backslash || code === percent || code === ampersand
}

function escapeAt(view: View, at: number): Escape {
  const code = view.codes[at] ?? 0
  if (code === backslash) return behindBackslashes(view, at)
  return (
    (code === percent ? behindPercent(view, at) : reference(view, at)) ?? {
      code,
      next: at + 1,
    }
  )
}

const [letterN, letterR, letterT, letterU, letterX] = [0x6e, 0x72, 0x74, 0x75, 0x78]

function behindBackslashes(view: View, at: number): Escape {
  const { codes } = view
  let next = at + 1
  while (follows(view, next) && codes[next] === backslash) next++
  if (!follows(view, next)) return { code: 0, next }
  const code = codes[next] ?? 0
  if (code === letterN || code === letterR || code === letterT) return { code: 0, next: next + 1 }
  const digits = code === letterU ? 4 : code === letterX ? 2 : 0
  const character = digits === 0 ? -1 : hexadecimal(view, next + 1, digits)
  return character < 0 ? { code, next: next + 1 } : { code: standIn(character), next: next + 1 + digits }
}

function behindPercent(view: View, at: number): Escape | null {
  let next = at + 1
  while (hexadecimal(view, next, 2) === percent) next += 2
  const character = hexadecimal(view, next, 2)
  if (character >= 0) return { code: standIn(character), next: next + 2 }
  return next > at + 1 ? { code: percent, next } : null
}

function reference(view: View, at: number): Escape | null {
  const { codes } = view
  if (codes[at + 1] !== hash) return namedReference(view, at + 1)
  const isHex = ((codes[at + 2] ?? 0) | 0x20) === letterX
  const begin = at + (isHex ? 3 : 2)
  const base = isHex ? 16 : 10
  let [next, character] = [begin, 0]
  for (
    let digit = digitOf(codes[next]);
    follows(view, next) && digit < base;
    digit = digitOf(codes[++next])
  ) {
    // No character has a larger number, and zeros in front add nothing.
    character = Math.min(character * base + digit, 0x110000)
  }
  return next === begin
    ? null
    : { code: standIn(character), next: codes[next] === semicolon ? next + 1 : next }
}

/** The references of HTML that stand for a sign of ASCII. */
const names: Record<string, string> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(', rpar: ')',
  ast: '*', midast: '*', plus: '+', comma: ',', period: '.', sol: '/', colon: ':', semi: ';', equals: '=', quest: '?',
  commat: '@', lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', hat: '^', lowbar: '_', grave: '`',
  lcub: '{', lbrace: '{', verbar: '|', vert: '|', rcub: '}', rbrace: '}', tab: '\t', newline: '\n',
} // prettier-ignore
const longestName = 7

function namedReference(view: View, begin: number): Escape | null {
  let name = ''
  for (let next = begin; next - begin <= longestName; next++) {
    const code = follows(view, next) ? (view.codes[next] ?? 0) : 0
    if (code === semicolon) return named(name, next + 1)
    // Browsers read these without a semicolon as well.
    if (name === 'amp' || name === 'lt' || name === 'gt' || name === 'quot') return named(name, next)
    name += String.fromCharCode(code | 0x20)
  }
  return null
}

function named(name: string, next: number): Escape | null {
  const sign = Object.hasOwn(names, name) ? names[name] : undefined
  return sign === undefined ? null : { code: standIn(sign.charCodeAt(0)), next }
}

/** The number that `count` hexadecimal digits say, -1 when there are other characters among them. */
function hexadecimal(view: View, begin: number, count: number): number {
  let value = 0
  for (let at = begin; at < begin + count; at++) {
    const digit = digitOf(view.codes[at])
    if (digit >= 16 || !follows(view, at)) return -1
    value = value * 16 + digit
  }
  return value
}

/** Whether nothing stands between this character and the one before it, as in an escape nothing may. */
function follows({ starts, ends, length }: View, at: number): boolean {
  return at < length && starts[at] === ends[at - 1]
}

/** What a hexadecimal digit stands for, 16 for anything else. */
export function digitOf(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const small = code | 0x20
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : 16
}
