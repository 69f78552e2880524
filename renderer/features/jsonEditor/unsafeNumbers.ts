import { visit } from 'jsonc-parser'

/** A number that JavaScript would read as another value. */
interface UnsafeNumber {
  spelling: string
  /** The value that JavaScript reads. */
  readAs: string
}

/** Returns the integers beyond 2^53, which JavaScript cannot represent exactly. */
export function findUnsafeNumbers(text: string): UnsafeNumber[] {
  const unsafeNumbers: UnsafeNumber[] = []
  const onLiteralValue = (value: unknown, offset: number, length: number) => {
    const spelling = text.slice(offset, offset + length)
    if (typeof value === 'number' && isUnsafe(spelling))
      unsafeNumbers.push({ spelling, readAs: BigInt(value).toString() })
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
