import { closingQuote, skipWhitespace } from './jsonScan.ts'

/**
 * Returns the members of a JSON object as the text of each value; an empty map for any other JSON. If a name
 * is repeated, the last value wins, as in `JSON.parse`. The text must be valid JSON.
 */
export function memberTexts(text: string): Map<string, string> {
  const members = new Map<string, string>()
  for (const { name, start, end } of membersAt(text, skipWhitespace(text, 0)))
    members.set(name, text.slice(start, end))
  return members
}

/** Yields each member of the object at `position` with the range of its value; none for any other JSON. */
function* membersAt(text: string, position: number): Generator<{ name: string; start: number; end: number }> {
  if (text[position] !== '{') return
  let next = skipWhitespace(text, position + 1)
  while (text[next] === '"') {
    const nameEnd = closingQuote(text, next) + 1
    const name = JSON.parse(text.slice(next, nameEnd)) as string
    const start = skipWhitespace(text, skipWhitespace(text, nameEnd) + 1)
    const end = valueEnd(text, start)
    yield { name, start, end }
    // Skips the comma.
    next = skipWhitespace(text, skipWhitespace(text, end) + 1)
  }
}

/** Yields the range of each element of the array at `position`; none for any other JSON. */
function* elementsAt(text: string, position: number): Generator<{ start: number; end: number }> {
  if (text[position] !== '[') return
  let start = skipWhitespace(text, position + 1)
  while (start < text.length && text[start] !== ']') {
    const end = valueEnd(text, start)
    yield { start, end }
    start = skipWhitespace(text, skipWhitespace(text, end) + 1)
  }
}

/** Returns the text of each element of a JSON array; none for any other JSON. The text must be valid JSON. */
export function elementTexts(text: string): string[] {
  return Array.from(elementsAt(text, skipWhitespace(text, 0)), ({ start, end }) => text.slice(start, end))
}

/**
 * Returns the offset of the value at `path`, or of its nearest parent if the path isn't in the text. The text must be
 * valid JSON.
 */
export function offsetOfPath(text: string, path: readonly PropertyKey[]): number {
  let position = skipWhitespace(text, 0)
  for (const step of path) {
    const next =
      typeof step === 'number'
        ? [...elementsAt(text, position)][step]
        : [...membersAt(text, position)].find(({ name }) => name === step)
    if (!next) return position
    position = next.start
  }
  return position
}

/**
 * Returns the end of the value that starts at `start`. Not recursive, because untrusted text may be nested very deeply.
 */
function valueEnd(text: string, start: number): number {
  const first = text.charAt(start)
  if (first === '"') return closingQuote(text, start) + 1
  if (first !== '{' && first !== '[') return wordEnd(text, start)
  let depth = 0
  for (let position = start; position < text.length; position++) {
    const char = text.charAt(position)
    if (char === '"') position = closingQuote(text, position)
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return position + 1
  }
  return text.length
}

/** Returns the end of a number, `true`, `false` or `null`. */
function wordEnd(text: string, start: number): number {
  let position = start
  while (position < text.length && !',]} \n\r\t'.includes(text.charAt(position))) position++
  return position
}
