import { serialToIso } from './dates.ts'
import { formatPercentage, plainNumber } from './number.ts'

/** The meaning of a cell's number, by its format. */
export type NumberFormat = 'plain' | 'date' | 'percent' | { zeros: number }

/** The built-in date and time formats (ECMA-376 part 1, 18.8.30), including East Asian ones. */
const dateFormatRanges = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

/** Returns the meaning of a format, from its number, or its code if the workbook defines one. */
export function parseNumberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    if (dateFormatRanges.some(([first, last]) => id >= first && id <= last)) return 'date'
    return id === 9 || id === 10 ? 'percent' : 'plain'
  }
  // The first section, for positive numbers, is sufficient.
  const plainCode = code
    .slice(0, 1_000)
    .replace(/"[^"]*"?|\\.|[_*]./g, '')
    .replace(/\[(?!\[?[hms]+\])[^\]]*(?:\]|$)/gi, '')
    .split(';', 1)[0]
  if (plainCode === undefined || /general/i.test(plainCode)) return 'plain'
  if (/[ymdhs]/i.test(plainCode)) return 'date'
  if (plainCode.includes('%')) return 'percent'
  return /^0{2,}$/.test(plainCode) ? { zeros: plainCode.length } : 'plain'
}

/** Returns a number as its cell displays it. */
export function formatNumber(spelled: string, format: NumberFormat, is1904: boolean): string {
  if (format === 'plain') return plainNumber(spelled)
  if (format === 'percent') return formatPercentage(spelled)
  if (format === 'date') return serialToIso(Number(spelled), is1904) ?? plainNumber(spelled)
  const plain = plainNumber(spelled)
  return /^\d+$/.test(plain) ? plain.padStart(format.zeros, '0') : plain
}
