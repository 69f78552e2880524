import type { Automaton, Found } from './automaton.ts'
import { Tracker } from './automaton.ts'
import { digitOf } from './unescape.ts'
import { standIn } from './view.ts'
import type { View } from './view.ts'

/** What the search sees of each byte, 0 for those that it passes over. */
const readable = Uint8Array.from({ length: 256 }, (_, byte) => standIn(byte))

/** Where a run of characters of one encoding begins, and where it has ended. */
interface Run {
  begin: number
  end: number
}

/** The runs that are long enough for a word, and the last one of a text that was cut off. */
function* longRuns(
  view: View,
  belongs: (at: number) => boolean,
  least: number,
  isCut: boolean,
): Generator<Run> {
  let begin = 0
  for (let end = 0; end <= view.length; end++) {
    if (end < view.length && belongs(end)) continue
    if (end - begin >= least || (isCut && end === view.length)) yield { begin, end }
    begin = end + 1
  }
}

/**
 * Searches what hexadecimal digits stand for, together or apart: `706b`, `70 6b`, `70:6b`, `0x70, 0x6b`; in each run of them
 * that is long enough for a word.
 */
export function searchHex(view: View, isCut: boolean, automaton: Automaton, found: Found): void {
  const belongs = (at: number) => hexDigitAt(view.codes, at) !== none
  for (const run of longRuns(view, belongs, 2 * automaton.shortest, isCut)) {
    const trackers = searchHexRun(view, run, automaton, found)
    if (isCut && run.end === view.length) trackers.forEach((tracker) => tracker.end())
  }
}

/** A byte can begin at any digit, so two readings go on side by side. */
function searchHexRun(view: View, { begin, end }: Run, automaton: Automaton, found: Found): Tracker[] {
  const trackers = [new Tracker(automaton, found), new Tracker(automaton, found)] as const
  let [previous, place, parity] = [none, 0, 0]
  for (let at = begin; at < end; at++) {
    const digit = hexDigitAt(view.codes, at)
    if (digit >= none) continue
    const byte = readable[previous * 16 + digit] ?? 0
    if (previous < none) trackers[parity ? 1 : 0].take(byte, place, at)
    parity ^= 1
    previous = digit
    place = at
  }
  return [...trackers]
}

/** What a digit stands for, `none` for anything else but what may stand between two bytes. */
function hexDigitAt(codes: Uint8Array, at: number): number {
  const code = codes[at] ?? 0
  const digit = digitOf(code)
  if (digit < none) return code === 0x30 && isX(codes[at + 1]) ? between : digit
  return isSeparator(code) || (isX(code) && codes[at - 1] === 0x30) ? between : none
}

/** The value that is no digit's, and that of what is passed over. */
const [none, between] = [16, 17]

/** `:`, `-`, `,` and `.`. */
function isSeparator(code: number): boolean {
  return code === 0x3a || (code >= 0x2c && code <= 0x2e)
}

/** As in `0x70`. */
function isX(code = 0): boolean {
  return (code | 0x20) === 0x78
}

/** For each code of ASCII the six bits that it stands for in base64 of either alphabet, 64 for none. */
const sextets = new Uint8Array(128).fill(64)
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
for (let sextet = 0; sextet < 64; sextet++) sextets[letters.charCodeAt(sextet)] = sextet
sextets[0x2d] = 62
sextets[0x5f] = 63

/** Searches what base64 stands for (RFC 4648, both alphabets), in each run of its letters that is long enough for a word. */
export function searchBase64(view: View, isCut: boolean, automaton: Automaton, found: Found): void {
  const belongs = (at: number) => sextetAt(view, at) < 64
  for (const run of longRuns(view, belongs, Math.ceil((automaton.shortest * 4) / 3), isCut)) {
    const trackers = searchBase64Run(view, run, automaton, found)
    if (isCut && run.end === view.length) trackers.forEach((tracker) => tracker.end())
  }
}

/** Four letters are three bytes, and the four can begin at any letter, so four readings go on side by side. */
function searchBase64Run(view: View, { begin, end }: Run, automaton: Automaton, found: Found): Tracker[] {
  const trackers = [0, 1, 2, 3].map(() => new Tracker(automaton, found))
  // The last two letters' bits.
  let bits = 0
  for (let at = begin; at < end; at++) {
    const before = at - begin
    bits = ((bits << 6) | sextetAt(view, at)) & 0xfff
    // To one reading each this letter is the second, the third and the fourth of its four, and to one the first.
    for (let nth = 1; nth <= Math.min(before, 3); nth++) {
      trackers[(before - nth) & 3]?.take(readable[(bits >> (6 - 2 * nth)) & 0xff] ?? 0, at - 1, at)
    }
  }
  return trackers
}

function sextetAt({ codes }: View, at: number): number {
  return sextets[codes[at] ?? 0] ?? 64
}
