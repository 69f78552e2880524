import type { CellObject } from '@e965/xlsx'
import { cellErrorNote, lostDigitsNote, noResultNote } from '../notes.ts'
import { convertedDateNote, isoDateText, serialToIso } from './dates.ts'
import { formatLike } from './library.ts'
import { formatPercentage, plainNumber } from './number.ts'

/** The text that a cell displays, and any issue. */
export interface DisplayedCell {
  text: string
  note?: string
  isError?: boolean
}

/** Returns the text that a cell displays, and any issue. */
export function readCell(cell: CellObject, is1904: boolean): DisplayedCell {
  const { t: type, v: value, w: shown } = cell
  if (type === 'e')
    return { text: shown ?? errorWords[Number(value)] ?? '#N/A', note: cellErrorNote, isError: true }
  if (type === 'b') return { text: value === true ? 'TRUE' : 'FALSE' }
  if (typeof value !== 'number') return readText(String(value ?? ''))
  if (Number.isNaN(value)) return { text: '', note: noResultNote, isError: true }
  return readNumber(value, { format: String(cell.z ?? 'General'), shown, is1904 })
}

/** A text, or a date that the file stores as ISO 8601. */
function readText(text: string): DisplayedCell {
  const isDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text)
  return isDate ? { text: isoDateText(text), note: convertedDateNote } : { text }
}

const errorWords: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

/** Maximum whole number whose digits a spreadsheet keeps. */
const maxKeptInteger = 999_999_999_999_999

interface NumberStyle {
  format: string
  shown: string | undefined
  is1904: boolean
}

function readNumber(value: number, { format, shown, is1904 }: NumberStyle): DisplayedCell {
  const meaning = parseNumberFormat(format)
  if (meaning === 'date') {
    const text = serialToIso(value, is1904) ?? plainNumber(String(value))
    return { text, note: convertedDateNote }
  }
  const lost = Math.abs(value) > maxKeptInteger ? { note: lostDigitsNote } : {}
  if (meaning === 'percent' || /\d\s?%$/.test(shown ?? '')) return { text: formatPercentage(String(value)) }
  if (meaning === 'shown') return { text: shown ?? formatLike(format, value, is1904), ...lost }
  // LibreOffice gives what is shown, but not always the format.
  const isPadded = shown !== undefined && /^0\d+$|^[^\d]+$/.test(shown)
  return { text: isPadded ? shown : plainNumber(String(value)), ...lost }
}

type Meaning = 'plain' | 'date' | 'percent' | 'shown'

const meanings = new Map<string, Meaning>()

/**
 * Returns the meaning of a number format: a date, a percentage, a plain number with any separators or currency, or a
 * text around digits, which is used as shown.
 */
function parseNumberFormat(format: string): Meaning {
  const known = meanings.get(format)
  if (known) return known
  const meaning = readFormat(format.slice(0, 1_000))
  if (meanings.size < 1_000) meanings.set(format, meaning)
  return meaning
}

function readFormat(format: string): Meaning {
  // Sections for negative numbers, and colors, conditions, languages, currencies and padding aren't significant.
  const [section = ''] = format.split(';', 1)
  const code = section
    .replace(/\[(?!\[?[hms]+\])[^\]]*(?:\]|$)/gi, '')
    .replace(/[_*]./g, '')
    .replace(/"[\s$€£¥]*"|\\[\s$€£¥()-](?=[#0]|$)/g, '')
  const digits = code.replace(/"[^"]*"?|\\./g, '')
  if (/general/i.test(digits) || digits.trim() === '@') return digits === code ? 'plain' : 'shown'
  if (/[ymdhs]/i.test(digits)) return 'date'
  if (digits.includes('%')) return 'percent'
  return /^[$€£¥\s]*(?:[#?,]*0?(?:\.[0#?]*)?|[#?0.]+E[+-]0+)[$€£¥\s]*$/i.test(code.replace(/#,##0/, '0'))
    ? 'plain'
    : 'shown'
}
