const options = { useGrouping: false, maximumSignificantDigits: 15, signDisplay: 'negative' } as const
const plainFormat = new Intl.NumberFormat('en', options)
const percentFormat = new Intl.NumberFormat('en', { ...options, style: 'percent' })

/**
 * Returns a number without an exponent: whole numbers with all digits, others with a spreadsheet's precision
 * of 15 digits (where 0.1 + 0.2 is 0.3). Returns other text unchanged.
 */
export function plainNumber(spelled: string): string {
  if (/^-?\d+$/.test(spelled)) return spelled
  const value = Number(spelled)
  if (spelled.trim() === '' || !Number.isFinite(value)) return spelled
  return plainFormat.format(value)
}

/** Returns a fraction as a percentage, with the same precision. */
export function formatPercentage(value: number): string {
  return percentFormat.format(value)
}
