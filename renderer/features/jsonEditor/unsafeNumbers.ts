import { applyEdits, visit } from 'jsonc-parser'

/** A number that JavaScript would read as another value, and its position. */
export interface UnsafeNumber {
  spelling: string
  /** The value that JavaScript reads. */
  readAs: string
  offset: number
  length: number
}

/**
 * Returns the integers beyond 2^53, which JavaScript cannot represent exactly. Returns none if the text can't be shown
 * as rows.
 */
export function findUnsafeNumbers(text: string): UnsafeNumber[] {
  const unsafeNumbers: UnsafeNumber[] = []
  const onLiteralValue = (value: unknown, offset: number, length: number) => {
    const spelling = text.slice(offset, offset + length)
    if (typeof value === 'number' && isUnsafe(spelling)) {
      unsafeNumbers.push({ spelling, readAs: BigInt(value).toString(), offset, length })
    }
  }
  visit(text, { onLiteralValue })
  return unsafeNumbers
}

function isUnsafe(spelling: string): boolean {
  return (
    /^-?\d{16,400}$/.test(spelling) &&
    Number.isFinite(Number(spelling)) &&
    BigInt(spelling) !== BigInt(Number(spelling))
  )
}

/** Returns the text with a number converted to a string of its digits. */
export function quoteNumber(text: string, { offset, length, spelling }: UnsafeNumber): string {
  return applyEdits(text, [{ offset, length, content: `"${spelling}"` }])
}
