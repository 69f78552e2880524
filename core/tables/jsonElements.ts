import { closingQuote } from '../../contract/service/json/jsonScan.ts'

/** The events of a list in a JSON text: the text before it, then each element. `read` follows each chunk of input. */
export type JsonPiece = { head: string } | { element: string } | { read: number }

/** Thrown if the text ends too early or an element is too large. */
export class UnreadableJsonError extends Error {}

/** Maximum lengths in UTF-16 units. */
const maxHeadLength = 100_000
const maxElementLength = 1_000_000
/** Maximum depth of the list, as in `{"shortUrls":{"data":[`. */
const maxListDepth = 3

/**
 * Yields the elements of the first list of objects in a JSON text. Holds at most one element and doesn't
 * parse it, so it runs in linear time at any depth.
 */
export function* readElements(texts: Iterable<string>): Generator<JsonPiece> {
  const scan: Scan = { buffer: '', position: 0, elementStart: 0, depth: 0, list: null, isOver: false }
  for (const text of texts) {
    scan.buffer += text
    for (let piece = nextPiece(scan); piece !== null; piece = nextPiece(scan)) yield piece
    if (scan.isOver) return
    yield { read: text.length }
    dropConsumed(scan)
    if (scan.buffer.length > (scan.list === null ? maxHeadLength : maxElementLength))
      throw new UnreadableJsonError()
  }
  throw new UnreadableJsonError()
}

interface Scan {
  /** Text that isn't consumed yet. */
  buffer: string
  position: number
  /** Start of the current element. */
  elementStart: number
  depth: number
  /** Depth of the list; `null` before it. */
  list: number | null
  isOver: boolean
}

/** Returns the next complete piece; `null` if it needs more text or the list has ended. */
function nextPiece(scan: Scan): JsonPiece | null {
  for (; !scan.isOver && scan.position < scan.buffer.length; scan.position++) {
    const char = scan.buffer.charAt(scan.position)
    if (char === '"') {
      const closing = closingQuote(scan.buffer, scan.position)
      if (closing === scan.buffer.length) return null
      scan.position = closing
      continue
    }
    if (char === '[' && scan.list === null && afterBracket(scan) === undefined) return null
    const piece = pieceAt(scan, char)
    if (piece) {
      scan.position++
      return piece
    }
  }
  return null
}

function pieceAt(scan: Scan, char: string): JsonPiece | null {
  if (char === ',') return scan.depth === scan.list ? takeElement(scan) : null
  if (char === '[' || char === '{') {
    scan.depth++
    return char === '[' ? listAt(scan) : null
  }
  if (char !== ']' && char !== '}') return null
  scan.depth--
  if (scan.list === null || scan.depth >= scan.list) return null
  scan.isOver = true
  const last = takeElement(scan)
  return last.element.trim() === '' ? null : last
}

/** Returns the head if the list begins here. */
function listAt(scan: Scan): JsonPiece | null {
  if (scan.list !== null || scan.depth > maxListDepth || !/[{\]]/.test(afterBracket(scan) ?? '')) return null
  scan.list = scan.depth
  scan.elementStart = scan.position + 1
  return { head: scan.buffer.slice(0, scan.position) }
}

function afterBracket({ buffer, position }: Scan): string | undefined {
  return /\S/.exec(buffer.slice(position + 1, position + 1_000))?.[0]
}

function takeElement(scan: Scan): { element: string } {
  const element = scan.buffer.slice(scan.elementStart, scan.position)
  scan.elementStart = scan.position + 1
  return { element }
}

function dropConsumed(scan: Scan): void {
  if (scan.list === null) return
  scan.buffer = scan.buffer.slice(scan.elementStart)
  scan.position -= scan.elementStart
  scan.elementStart = 0
}

/** Whether a text may be a list of JSON objects, possibly inside an object. */
export function looksLikeJsonList(head: string): boolean {
  return /^\s*(?:\{\s*"|\[\s*\{)/.test(head.slice(0, 10_000))
}
