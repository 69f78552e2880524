import { isObject } from './json.ts'

// ECMAScript gives a reviver the source text of a primitive; the compiler's library does not know it yet.
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown

/** Stands for a number that a JavaScript number would change, by the one spelling that all of its spellings share. */
class ExactNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Parses JSON without damage to numbers: those too long for JavaScript keep every digit. `undefined` when it is not JSON. */
export function parseExactly(text: string): unknown {
  try {
    return parseWithSource(text, (_, value, { source }) =>
      typeof value === 'number' && source !== undefined ? toExactNumber(value, source) : value,
    )
  } catch {
    return undefined
  }
}

function toExactNumber(value: number, source: string): unknown {
  const text = canonicalDecimal(source)
  return text === canonicalDecimal(String(value)) ? value : new ExactNumber(text)
}

/** One text for all spellings of the same decimal number: its digits without outer zeros, and their power of ten. */
function canonicalDecimal(spelling: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = decimalPattern.exec(spelling) ?? []
  // No number is meant by an exponent that long, and `Infinity` is what JavaScript makes of one that is too large.
  if (whole === '' || exponent.length > 12) return spelling
  const digits = (whole + fraction).replace(/^0+/, '')
  const kept = trimTrailingZeros(digits)
  return kept === ''
    ? '0'
    : `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}

/** RFC 8259, section 6. */
const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]\+?(-?\d+))?$/

/** A loop, since `0+$` takes quadratic time on long runs that do not end in one. */
function trimTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits.charAt(end - 1) === '0') end--
  return digits.slice(0, end)
}

/** One text for all spellings of the same JSON value: keys sorted, no white space, `1.0` and `1` alike. */
export function canonicalJson(value: unknown): string {
  if (value instanceof ExactNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
  return `{${members.join(',')}}`
}
