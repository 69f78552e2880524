import { closingQuote } from './jsonScan.ts'

/**
 * Returns the members of a JSON object as the text of each value; an empty map for any other JSON. If a name
 * is repeated, the last value wins, as in `JSON.parse`. The text must be valid JSON.
 */
export function memberTexts(text: string): Map<string, string> {
  const members = new Map<string, string>()
  let position = skipWhitespace(text, 0)
  if (text[position] !== '{') return members
  for (
    position = skipWhitespace(text, position + 1);
    text[position] === '"';
    position = skipWhitespace(text, position)
  ) {
    const nameEnd = closingQuote(text, position) + 1
    const name = JSON.parse(text.slice(position, nameEnd)) as string
    const start = skipWhitespace(text, skipWhitespace(text, nameEnd) + 1)
    const end = valueEnd(text, start)
    members.set(name, text.slice(start, end))
    position = skipWhitespace(text, end) + 1
  }
  return members
}

/** Returns the text of each element of a JSON array; none for any other JSON. The text must be valid JSON. */
export function elementTexts(text: string): string[] {
  const elements: string[] = []
  let position = skipWhitespace(text, 0)
  if (text[position] !== '[') return elements
  position = skipWhitespace(text, position + 1)
  while (position < text.length && text[position] !== ']') {
    const end = valueEnd(text, position)
    elements.push(text.slice(position, end))
    position = skipWhitespace(text, skipWhitespace(text, end) + 1)
  }
  return elements
}

/**
 * Returns the end of the value that starts at `start`. Not recursive, because untrusted text may be nested very deeply.
 */
export function valueEnd(text: string, start: number): number {
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

/** Returns the position of the next character that isn't white space. */
export function skipWhitespace(text: string, start: number): number {
  let position = start
  while (isWhitespace(text.charAt(position))) position++
  return position
}

/** White space as defined in RFC 8259, section 2. */
function isWhitespace(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\r' || char === '\t'
}
