/**
 * Returns a number without an exponent: whole numbers with all digits, others with a spreadsheet's precision
 * of 15 digits (where 0.1 + 0.2 is 0.3). Returns other text unchanged.
 */
export function plainNumber(spelled: string): string {
  if (/^-?\d+$/.test(spelled)) return spelled
  const value = Number(spelled)
  if (spelled.trim() === '' || !Number.isFinite(value)) return spelled
  return expandExponent(String(Number(value.toPrecision(15))))
}

/** Returns a fraction as a percentage. */
export function formatPercentage(spelled: string): string {
  const plain = plainNumber(spelled)
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? `${shiftPoint(plain, 2)}%` : spelled
}

function expandExponent(text: string): string {
  const [, digits = text, exponent] = /^(.+)e([+-]\d+)$/.exec(text) ?? []
  return exponent === undefined ? text : shiftPoint(digits, Number(exponent))
}

/** Shifts the decimal point to the right, or left if `decimals` is negative. */
function shiftPoint(plain: string, decimals: number): string {
  const sign = plain.startsWith('-') ? '-' : ''
  const [integer = '', part = ''] = plain.slice(sign.length).split('.')
  const digits = `${'0'.repeat(Math.max(0, -decimals))}${integer}${part}${'0'.repeat(Math.max(0, decimals))}`
  const point = Math.max(0, -decimals) + integer.length + decimals
  const integerDigits = digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0'
  const fraction = digits.slice(point).replace(/0+$/, '')
  return sign + integerDigits + (fraction === '' ? '' : `.${fraction}`)
}
