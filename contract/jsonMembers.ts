import { closingQuote } from './jsonScan.ts'

/**
 * The members of the object that a valid JSON text holds, every value as it is spelled there; none of anything else. Of
 * a name that stands twice the last value counts, as it does to a parser.
 */
export function memberTexts(text: string): Map<string, string> {
  const members = new Map<string, string>()
  let at = afterSpace(text, 0)
  if (text[at] !== '{') return members
  for (at = afterSpace(text, at + 1); text[at] === '"'; at = afterSpace(text, at)) {
    const nameEnd = closingQuote(text, at) + 1
    const name = JSON.parse(text.slice(at, nameEnd)) as string
    const start = afterSpace(text, afterSpace(text, nameEnd) + 1)
    const end = valueEnd(text, start)
    members.set(name, text.slice(start, end))
    at = afterSpace(text, end) + 1
  }
  return members
}

/** Where the value that begins at `start` ends. No recursion, since a foreign text may be nested ever so deep. */
function valueEnd(text: string, start: number): number {
  const first = text.charAt(start)
  if (first === '"') return closingQuote(text, start) + 1
  if (first !== '{' && first !== '[') return wordEnd(text, start)
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '"') at = closingQuote(text, at)
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1
  }
  return text.length
}

/** The end of a number, `true`, `false` or `null`. */
function wordEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && !',]} \n\r\t'.includes(text.charAt(at))) at++
  return at
}

function afterSpace(text: string, start: number): number {
  let at = start
  while (isSpace(text.charAt(at))) at++
  return at
}

/** The white space of RFC 8259, section 2. */
function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\r' || char === '\t'
}
