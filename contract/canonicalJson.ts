import { isObject } from './json.ts'

// ECMAScript gives a reviver the source text of a primitive; the compiler's library does not know it yet.
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown

/** Stands for a number whose digits a JavaScript number would lose. */
class ExactNumber {
  readonly digits: string
  constructor(digits: string) {
    this.digits = digits
  }
}

/** Parses JSON without damage to large integers: they are kept digit by digit. `undefined` when it is not JSON. */
export function parseExactly(text: string): unknown {
  try {
    return parseWithSource(text, (_, value, { source }) =>
      typeof value === 'number' && source !== undefined ? exact(value, source) : value,
    )
  } catch {
    return undefined
  }
}

function exact(value: number, source: string): unknown {
  const whole = /^-?\d+$/.test(source)
  return (whole && !Number.isSafeInteger(value)) || !Number.isFinite(value) ? new ExactNumber(source) : value
}

/** One text for all spellings of the same JSON value: keys sorted, no white space, `1.0` and `1` alike. */
export function canonicalJson(value: unknown): string {
  if (value instanceof ExactNumber) return value.digits
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
  return `{${members.join(',')}}`
}
