import type { Automaton, ReportMatch } from './automaton.ts'
import { Tracker } from './automaton.ts'
import { hexValue } from './unescape.ts'
import { toViewCode } from './textView.ts'
import type { TextView } from './textView.ts'

/** What the search sees of each byte, 0 for those that it passes over. */
const searchableBytes = Uint8Array.from({ length: 256 }, (_, byte) => toViewCode(byte))

/** Where a run of characters of one encoding begins, and where it has ended. */
interface EncodedRun {
  begin: number
  end: number
}

/** The runs that are long enough for a word, and the last one of a text that was cut off. */
function* findLongRuns(
  view: TextView,
  belongs: (position: number) => boolean,
  minLength: number,
  isCut: boolean,
): Generator<EncodedRun> {
  let begin = 0
  for (let end = 0; end <= view.length; end++) {
    if (end < view.length && belongs(end)) continue
    if (end - begin >= minLength || (isCut && end === view.length)) yield { begin, end }
    begin = end + 1
  }
}

/**
 * Searches what hexadecimal digits stand for, together or apart: `706b`, `70 6b`, `70:6b`, `0x70, 0x6b`; in each run of them
 * that is long enough for a word.
 */
export function searchHex(view: TextView, isCut: boolean, automaton: Automaton, found: ReportMatch): void {
  const belongs = (position: number) => hexDigitAt(view.codes, position) !== notADigit
  for (const run of findLongRuns(view, belongs, 2 * automaton.shortest, isCut)) {
    const trackers = searchHexRun(view, run, automaton, found)
    if (isCut && run.end === view.length) trackers.forEach((tracker) => tracker.end())
  }
}

/** A byte can begin at any digit, so two readings go on side by side. */
function searchHexRun(
  view: TextView,
  { begin, end }: EncodedRun,
  automaton: Automaton,
  found: ReportMatch,
): Tracker[] {
  const trackers = [new Tracker(automaton, found), new Tracker(automaton, found)] as const
  let [previous, place, parity] = [notADigit, 0, 0]
  for (let position = begin; position < end; position++) {
    const digit = hexDigitAt(view.codes, position)
    if (digit >= notADigit) continue
    const byte = searchableBytes[previous * 16 + digit] ?? 0
    if (previous < notADigit) trackers[parity ? 1 : 0].take(byte, place, position)
    parity ^= 1
    previous = digit
    place = position
  }
  return [...trackers]
}

/** What a digit stands for, `none` for anything else but what may stand between two bytes. */
function hexDigitAt(codes: Uint8Array, position: number): number {
  const code = codes[position] ?? 0
  const digit = hexValue(code)
  if (digit < notADigit) return code === 0x30 && isHexPrefix(codes[position + 1]) ? digitSeparator : digit
  return isSeparator(code) || (isHexPrefix(code) && codes[position - 1] === 0x30) ? digitSeparator : notADigit
}

/** The value that is no digit's, and that of what is passed over. */
const [notADigit, digitSeparator] = [16, 17]

/** `:`, `-`, `,` and `.`. */
function isSeparator(code: number): boolean {
  return code === 0x3a || (code >= 0x2c && code <= 0x2e)
}

/** As in `0x70`. */
function isHexPrefix(code = 0): boolean {
  return (code | 0x20) === 0x78
}

/** For each code of ASCII the six bits that it stands for in base64 of either alphabet, 64 for none. */
const base64Values = new Uint8Array(128).fill(64)
const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
for (let sextet = 0; sextet < 64; sextet++) base64Values[base64Alphabet.charCodeAt(sextet)] = sextet
base64Values[0x2d] = 62
base64Values[0x5f] = 63

/** Searches what base64 stands for (RFC 4648, both alphabets), in each run of its letters that is long enough for a word. */
export function searchBase64(view: TextView, isCut: boolean, automaton: Automaton, found: ReportMatch): void {
  const belongs = (position: number) => sextetAt(view, position) < 64
  for (const run of findLongRuns(view, belongs, Math.ceil((automaton.shortest * 4) / 3), isCut)) {
    const trackers = searchBase64Run(view, run, automaton, found)
    if (isCut && run.end === view.length) trackers.forEach((tracker) => tracker.end())
  }
}

/** Four letters are three bytes, and the four can begin at any letter, so four readings go on side by side. */
function searchBase64Run(
  view: TextView,
  { begin, end }: EncodedRun,
  automaton: Automaton,
  found: ReportMatch,
): Tracker[] {
  const trackers = [0, 1, 2, 3].map(() => new Tracker(automaton, found))
  // The last two letters' bits.
  let bits = 0
  for (let position = begin; position < end; position++) {
    const before = position - begin
    bits = ((bits << 6) | sextetAt(view, position)) & 0xfff
    // To one reading each this letter is the second, the third and the fourth of its four, and to one the first.
    for (let nth = 1; nth <= Math.min(before, 3); nth++) {
      trackers[(before - nth) & 3]?.take(
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
