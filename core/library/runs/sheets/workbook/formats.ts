import { serialToIso } from './dates.ts'
import { formatPercentage, plainNumber } from './number.ts'

/** What a cell's number means by its format. */
export type NumberFormat = 'plain' | 'date' | 'percent' | { zeros: number }

/** The built-in formats that show dates and times (ECMA-376 part 1, 18.8.30), those of East Asia among them. */
const dateFormatRanges = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

/** What a format means, by its number and by its code where the workbook has one of its own. */
export function parseNumberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    if (dateFormatRanges.some(([first, last]) => id >= first && id <= last)) return 'date'
    return id === 9 || id === 10 ? 'percent' : 'plain'
  }
  // Of the parts for numbers above, below and at zero, the first says enough.
  const bare = code
    .slice(0, 1_000)
    .replace(/"[^"]*"?|\\.|[_*]./g, '')
    .replace(/\[(?!\[?[hms]+\])[^\]]*\]/gi, '')
    .split(';', 1)[0]
  if (bare === undefined || /general/i.test(bare)) return 'plain'
  if (/[ymdhs]/i.test(bare)) return 'date'
  if (bare.includes('%')) return 'percent'
  return /^0{2,}$/.test(bare) ? { zeros: bare.length } : 'plain'
}

/** The text of a number as its cell shows it. */
export function formatNumber(spelled: string, format: NumberFormat, is1904: boolean): string {
  if (format === 'plain') return plainNumber(spelled)
  if (format === 'percent') return formatPercentage(spelled)
  if (format === 'date') return serialToIso(Number(spelled), is1904) ?? plainNumber(spelled)
  const plain = plainNumber(spelled)
  return /^\d+$/.test(plain) ? plain.padStart(format.zeros, '0') : plain
}
