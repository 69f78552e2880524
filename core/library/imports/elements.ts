import { closingQuote } from '../../../contract/jsonScan.ts'

/** A list in a JSON text, element by element: what stands before the list, then the text of each element. */
export type Piece = { head: string } | { element: string }

/** The text cannot be taken apart: it ends too early, or something in it is larger than anything that is taken. */
export class UnreadableJson extends Error {}

/** In UTF-16 units. */
const longestHead = 100_000
const longestElement = 1_000_000
/** The list stands no deeper than this, as in `{"shortUrls":{"data":[`. */
const deepest = 3

/**
 * Takes the first list of objects in a JSON text apart as the text passes by, and never holds more than one element. What
 * is in the elements is not looked at, so it comes to an end in a time that grows with the text, however deep that is.
 */
export function* elementsIn(texts: Iterable<string>): Generator<Piece> {
  let buffer = ''
  let list: number | null = null
  let [depth, at, begun] = [0, 0, 0]
  for (const text of texts) {
    buffer += text
    for (; at < buffer.length; at++) {
      const char = buffer[at]
      if (char === '"') {
        const closing = closingQuote(buffer, at)
        if (closing === buffer.length) break
        at = closing
      } else if (char === '[' && list === null && depth < deepest) {
        const next = /\S/.exec(buffer.slice(at + 1, at + 1_000))?.[0]
        if (next === undefined) break
        depth++
        if (next !== '{' && next !== ']') continue
        yield { head: buffer.slice(0, at) }
        list = depth
        begun = at + 1
      } else if (char === '{' || char === '[') depth++
      else if (char === '}' || char === ']') {
        depth--
        if (list !== null && depth < list) {
          const last = buffer.slice(begun, at)
          if (last.trim() !== '') yield { element: last }
          return
        }
      } else if (char === ',' && depth === list) {
        yield { element: buffer.slice(begun, at) }
        begun = at + 1
      }
    }
    if (list !== null) {
      buffer = buffer.slice(begun)
      at -= begun
      begun = 0
    }
    if (buffer.length > (list === null ? longestHead : longestElement)) throw new UnreadableJson()
  }
  throw new UnreadableJson()
}
