import { skipWhitespace, valueEnd } from './jsonMembers.ts'
import { closingQuote, elementOffset } from './jsonScan.ts'

/**
 * Returns the offset of the value at `path`, or of its nearest parent if the path isn't in the text. The text must be
 * valid JSON.
 */
export function offsetOfPath(text: string, path: readonly PropertyKey[]): number {
  let position = skipWhitespace(text, 0)
  for (const step of path) {
    const next =
      typeof step === 'number' ? elementAt(text, position, step) : memberAt(text, position, String(step))
    if (next === null) return position
    position = next
  }
  return position
}

function elementAt(text: string, start: number, index: number): number | null {
  return text[start] === '[' ? start + elementOffset(text.slice(start), index) : null
}

/** Returns the offset of a member's value; `null` if there is no such member. */
function memberAt(text: string, start: number, requestedName: string): number | null {
  if (text[start] !== '{') return null
  let position = skipWhitespace(text, start + 1)
  while (text[position] === '"') {
    const nameEnd = closingQuote(text, position) + 1
    const name = JSON.parse(text.slice(position, nameEnd)) as string
    const value = skipWhitespace(text, skipWhitespace(text, nameEnd) + 1)
    if (name === requestedName) return value
    // Skips the value and the comma after it.
    position = skipWhitespace(text, skipWhitespace(text, valueEnd(text, value)) + 1)
  }
  return null
}
