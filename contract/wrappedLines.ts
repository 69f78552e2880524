import { bareHostPattern } from './linkAddress.ts'

/** What mails and PDF files break is at least about this long, in characters of a line. */
const minFullLineLength = 60
/** A link is at most so many lines long before its query. */
const maxWrappedLines = 10
/** More than the path of any link, in characters. */
const maxPathLength = 2_100

/** The text with the links whole that a mail or a PDF file broke into lines. */
export function unwrapLines(text: string): string {
  const lines = text.split(/\r\n?|\n/)
  const alone = lines
    .filter((line) => line.trim() !== '')
    .every((line) => !/\S\s+\S/.test(line.slice(0, maxPathLength)))
  const whole: string[] = []
  let joined = 0
  for (const line of lines) {
    const before = whole.at(-1)
    const start =
      before === undefined || joined >= maxWrappedLines ? null : wrappedLinkStart(before, line, alone)
    joined = start === null ? 0 : joined + 1
    if (start === null) whole.push(line)
    else whole[whole.length - 1] = start + line.trimStart()
  }
  return whole.join('\n')
}

/** The line before as the start of a link that goes on in `next`; `null` when it does not. `alone`: no line has two words. */
function wrappedLinkStart(before: string, next: string, alone: boolean): string | null {
  const link = lastWord(before)
  const path = pathOf(link)
  const words = next.slice(0, maxPathLength).trim().split(/\s+/)
  const first = words.shift() ?? ''
  if (path === null || !isPartOfPath(first)) return null
  // Quoted-printable, as a mail is stored: the `=` at the end only says that the line goes on (RFC 2045 §6.7).
  if (path.endsWith('=')) return before.slice(0, -1)
  if (/^$|[-_%/]$/.test(path)) return words.length === 0 || looksLikeCode(first) ? before : null
  return (alone || isFullLine(before, link)) && looksLikeCode(first) ? before : null
}

/** Whether a line is nothing but a link, and as long as what is broken. */
function isFullLine(line: string, link: string): boolean {
  return line.length >= minFullLineLength && line.trim() === link
}

function lastWord(line: string): string {
  return line.slice(-maxPathLength).split(/\s/).at(-1) ?? ''
}

/** The path with which a word ends, without the first `/`; `null` when it is no address, or has a query already. */
function pathOf(word: string): string | null {
  const start = word.search(/https?:\/\//i)
  const address = start < 0 ? word : word.slice(word.indexOf('://', start) + 3)
  if (/[?#]/.test(address) || (start < 0 && !bareHostPattern.test(address))) return null
  const slash = address.indexOf('/')
  return slash <= 0 ? null : address.slice(slash + 1)
}

/** Whether a word can be the rest of a path, and is no address of its own. */
function isPartOfPath(word: string): boolean {
  return /^[\w%~/.?#=&+-]+[.,;:!)\]>]*$/.test(word) && !word.includes('://') && !bareHostPattern.test(word)
}

/** Whether a word is no word of a sentence: it has a digit, a capital inside, or a sign that only addresses have. */
function looksLikeCode(word: string): boolean {
  return /\d|\p{Ll}\p{Lu}|[-_%/?=&]/u.test(word)
}
