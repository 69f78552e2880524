import { bareHostPattern } from './linkAddress.ts'

/** Minimum length of a line that emails and PDF files wrap, in characters. */
const minFullLineLength = 60
/** Maximum number of lines that a link spans before its query. */
const maxWrappedLines = 10
/** Maximum path length, in characters; longer than the path of any link. */
const maxPathLength = 2_100

/** Joins links that an email or PDF file broke into several lines. */
export function unwrapLines(text: string): string {
  const lines = text.split(/\r\n?|\n/)
  const isWordList = lines
    .filter((line) => line.trim() !== '')
    .every((line) => !/\S\s+\S/.test(line.slice(0, maxPathLength)))
  const result: string[] = []
  let joinedCount = 0
  for (const line of lines) {
    const previous = result.at(-1)
    const start =
      previous === undefined || joinedCount >= maxWrappedLines
        ? null
        : wrappedLinkStart(previous, line, isWordList)
    joinedCount = start === null ? 0 : joinedCount + 1
    if (start === null) result.push(line)
    else result[result.length - 1] = start + line.trimStart()
  }
  return result.join('\n')
}

/**
 * Returns the previous line as the start of a link that continues in `next`, or `null`. `isWordList`: every line is a
 * single word.
 */
function wrappedLinkStart(previous: string, next: string, isWordList: boolean): string | null {
  const link = previous.slice(-maxPathLength).split(/\s/).at(-1) ?? ''
  const path = parsePath(link)
  const words = next.slice(0, maxPathLength).trim().split(/\s+/)
  const first = words.shift() ?? ''
  if (path === null || !isPartOfPath(first)) return null
  // In quoted-printable emails, a trailing `=` continues the line (RFC 2045 §6.7).
  if (path.endsWith('=')) return previous.slice(0, -1)
  if (/^$|[-_%/]$/.test(path)) return words.length === 0 || looksLikeCode(first) ? previous : null
  return (isWordList || isFullLine(previous, link)) && looksLikeCode(first) ? previous : null
}

/** Whether a line is only a link and long enough to have been wrapped. */
function isFullLine(line: string, link: string): boolean {
  return line.length >= minFullLineLength && line.trim() === link
}

/**
 * Returns the path at the end of a word, without the first `/`. Returns `null` if it isn't an address or
 * already has a query.
 */
function parsePath(word: string): string | null {
  const start = word.search(/https?:\/\//i)
  const address = start < 0 ? word : word.slice(word.indexOf('://', start) + 3)
  if (/[?#]/.test(address) || (start < 0 && !bareHostPattern.test(address))) return null
  const slash = address.indexOf('/')
  return slash <= 0 ? null : address.slice(slash + 1)
}

/** Whether a word can be the rest of a path and isn't an address itself. */
function isPartOfPath(word: string): boolean {
  return /^[\w%~/.?#=&+-]+[.,;:!)\]>]*$/.test(word) && !word.includes('://') && !bareHostPattern.test(word)
}

/**
 * Whether a word isn't ordinary prose: it has a digit, an inner capital, or a character typical of addresses.
 */
function looksLikeCode(word: string): boolean {
  return /\d|\p{Ll}\p{Lu}|[-_%/?=&]/u.test(word)
}
