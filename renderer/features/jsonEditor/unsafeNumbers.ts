import { splice } from './edits.ts'

/** A number that a program in JavaScript would read as another one, and where it stands. */
export interface UnsafeNumber {
  spelling: string
  /** What JavaScript makes of it. */
  readAs: string
  from: number
  to: number
}

// Texts are matched too, so that digits inside of them are passed over. One that is not closed goes on to the end: to look
// for another beginning inside of it would take quadratic time.
const textOrNumber = /"(?:[^"\\]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** The whole numbers in a JSON text that lie beyond what JavaScript can tell apart (2^53). */
export function unsafeNumbersIn(text: string): UnsafeNumber[] {
  return [...text.matchAll(textOrNumber)]
    .filter(([spelling]) => isUnsafe(spelling))
    .map((match) => ({
      spelling: match[0],
      readAs: BigInt(Number(match[0])).toString(),
      from: match.index,
      to: match.index + match[0].length,
    }))
}

function isUnsafe(spelling: string): boolean {
  return (
    /^-?\d{16,400}$/.test(spelling) &&
    Number.isFinite(Number(spelling)) &&
    BigInt(spelling) !== BigInt(Number(spelling))
  )
}

/** The text with a number made a text of the same digits. */
export function asText(text: string, { from, to, spelling }: UnsafeNumber): string {
  return splice(text, from, to, `"${spelling}"`)
}
