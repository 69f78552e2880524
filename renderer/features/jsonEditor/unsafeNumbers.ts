import { applyEdits, visit } from 'jsonc-parser'

/** A number that a program in JavaScript would read as another one, and where it stands. */
export interface UnsafeNumber {
  spelling: string
  /** What JavaScript makes of it. */
  readAs: string
  offset: number
  length: number
}

/** The whole numbers in a text that can be read as rows which lie beyond what JavaScript can tell apart (2^53). */
export function findUnsafeNumbers(text: string): UnsafeNumber[] {
  const found: UnsafeNumber[] = []
  const onLiteralValue = (value: unknown, offset: number, length: number) => {
    const spelling = text.slice(offset, offset + length)
    if (typeof value === 'number' && isUnsafe(spelling)) {
      found.push({ spelling, readAs: BigInt(value).toString(), offset, length })
    }
  }
  visit(text, { onLiteralValue })
  return found
}

function isUnsafe(spelling: string): boolean {
  return (
    /^-?\d{16,400}$/.test(spelling) &&
    Number.isFinite(Number(spelling)) &&
    BigInt(spelling) !== BigInt(Number(spelling))
  )
}

/** The text with a number made a text of the same digits. */
export function quoteNumber(text: string, { offset, length, spelling }: UnsafeNumber): string {
  return applyEdits(text, [{ offset, length, content: `"${spelling}"` }])
}
