import { isObject } from './json.ts'
import { trimEndOf } from '../text/text.ts'

// ECMAScript passes the source text of a primitive to a reviver. TypeScript's library lacks this signature.
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown

/** A number that JavaScript would round, in the one canonical spelling of its value. */
class ExactNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * Parses JSON and keeps every digit of numbers that JavaScript would round. Returns `undefined` if the text
 * isn't JSON.
 */
export function parseExactly(text: string): unknown {
  try {
    return parseWithSource(text, (_, value, { source }) => {
      if (typeof value !== 'number' || source === undefined) return value
      const spelling = canonicalDecimal(source)
      return spelling === canonicalDecimal(String(value)) ? value : new ExactNumber(spelling)
    })
  } catch {
    return undefined
  }
}

/**
 * Returns one text for all spellings of a decimal number: its digits without outer zeros, and a power of ten.
 */
function canonicalDecimal(spelling: string): string {
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = decimalPattern.exec(spelling) ?? []
  // Exponents this long never represent real quantities. JavaScript reads large ones as `Infinity`.
  if (integer === '' || exponent.length > 12) return spelling
  const digits = (integer + fraction).replace(/^0+/, '')
  const significant = trimEndOf(digits, /^0$/)
  return significant === ''
    ? '0'
    : `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}

/** Number grammar of RFC 8259, section 6. */
const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]\+?(-?\d+))?$/

/** Returns one text for all spellings of a JSON value: keys sorted, no white space, `1.0` equal to `1`. */
export function canonicalJson(value: unknown): string {
  if (value instanceof ExactNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
  return `{${members.join(',')}}`
}
