import type { Automaton, ReportMatch } from './automaton.ts'
import { Tracker } from './automaton.ts'
import { hexValue } from './unescape.ts'
import { toViewCode } from './textView.ts'
import type { TextView } from './textView.ts'

/** The view code of each byte; 0 if it is skipped. */
const searchableBytes = Uint8Array.from({ length: 256 }, (_, byte) => toViewCode(byte))

/** A run of characters of one encoding: start and end. */
interface EncodedRun {
  begin: number
  end: number
}

/** Yields the runs that are long enough for a word, and the last run of truncated text. */
function* findLongRuns(
  view: TextView,
  isInRun: (position: number) => boolean,
  minLength: number,
  isCut: boolean,
): Generator<EncodedRun> {
  let begin = 0
  for (let end = 0; end <= view.length; end++) {
    if (end < view.length && isInRun(end)) continue
    if (end - begin >= minLength || (isCut && end === view.length)) yield { begin, end }
    begin = end + 1
  }
}

/**
 * Searches the bytes that hexadecimal digits encode, with or without separators: `706b`, `70 6b`, `70:6b`,
 * `0x70, 0x6b`. Skips runs too short for a word.
 */
export function searchHex(
  view: TextView,
  isCut: boolean,
  automaton: Automaton,
  reportMatch: ReportMatch,
): void {
  const isInRun = (position: number) => hexDigitAt(view.codes, position) !== notADigit
  for (const run of findLongRuns(view, isInRun, 2 * automaton.shortest, isCut)) {
    const trackers = searchHexRun(view, run, automaton, reportMatch)
    if (isCut && run.end === view.length) trackers.forEach((tracker) => tracker.end())
  }
}

/** A byte can start at any digit, so two alignments are scanned in parallel. */
function searchHexRun(
  view: TextView,
  { begin, end }: EncodedRun,
  automaton: Automaton,
  reportMatch: ReportMatch,
): Tracker[] {
  const trackers = [new Tracker(automaton, reportMatch), new Tracker(automaton, reportMatch)] as const
  let [previous, previousPosition, parity] = [notADigit, 0, 0]
  for (let position = begin; position < end; position++) {
    const digit = hexDigitAt(view.codes, position)
    if (digit >= notADigit) continue
    const byte = searchableBytes[previous * 16 + digit] ?? 0
    if (previous < notADigit) trackers[parity ? 1 : 0].take(byte, previousPosition, position)
    parity ^= 1
    previous = digit
    previousPosition = position
  }
  return [...trackers]
}

/** Returns a digit's value, `digitSeparator` for characters allowed between bytes, otherwise `notADigit`. */
function hexDigitAt(codes: Uint8Array, position: number): number {
  const code = codes[position] ?? 0
  const digit = hexValue(code)
  if (digit < notADigit) return code === 0x30 && isHexPrefix(codes[position + 1]) ? digitSeparator : digit
  return isSeparator(code) || (isHexPrefix(code) && codes[position - 1] === 0x30) ? digitSeparator : notADigit
}

/** Values outside the range of digits: not a digit, and skipped. */
const [notADigit, digitSeparator] = [16, 17]

/** Whether a code is `:`, `-`, `,` or `.`. */
function isSeparator(code: number): boolean {
  return code === 0x3a || (code >= 0x2c && code <= 0x2e)
}

/** Whether a code is the `x` of `0x70`. */
function isHexPrefix(code = 0): boolean {
  return (code | 0x20) === 0x78
}

/** The six bits of each ASCII code in either base64 alphabet, or 64. */
const base64Values = new Uint8Array(128).fill(64)
const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
for (let sextet = 0; sextet < 64; sextet++) base64Values[base64Alphabet.charCodeAt(sextet)] = sextet
base64Values[0x2d] = 62
base64Values[0x5f] = 63

/** Searches the bytes that base64 encodes (RFC 4648, both alphabets). Skips runs too short for a word. */
export function searchBase64(
  view: TextView,
  isCut: boolean,
  automaton: Automaton,
  reportMatch: ReportMatch,
): void {
  const isInRun = (position: number) => sextetAt(view, position) < 64
  for (const run of findLongRuns(view, isInRun, Math.ceil((automaton.shortest * 4) / 3), isCut)) {
    const trackers = searchBase64Run(view, run, automaton, reportMatch)
    if (isCut && run.end === view.length) trackers.forEach((tracker) => tracker.end())
  }
}

/** Four letters encode three bytes and can start at any letter, so four alignments are scanned in parallel. */
function searchBase64Run(
  view: TextView,
  { begin, end }: EncodedRun,
  automaton: Automaton,
  reportMatch: ReportMatch,
): Tracker[] {
  const trackers = [0, 1, 2, 3].map(() => new Tracker(automaton, reportMatch))
  // Bits of the last two letters.
  let bits = 0
  for (let position = begin; position < end; position++) {
    const index = position - begin
    bits = ((bits << 6) | sextetAt(view, position)) & 0xfff
    // In three alignments, this letter completes a byte; in the fourth, it is the first of its group.
    for (let nth = 1; nth <= Math.min(index, 3); nth++) {
      trackers[(index - nth) & 3]?.take(
        searchableBytes[(bits >> (6 - 2 * nth)) & 0xff] ?? 0,
        position - 1,
        position,
      )
    }
  }
  return trackers
}

function sextetAt({ codes }: TextView, position: number): number {
  return base64Values[codes[position] ?? 0] ?? 64
}
