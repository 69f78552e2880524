import type { CellObject } from '@e965/xlsx'
import { cellErrorNote, lostDigitsNote, noResultNote } from '../notes.ts'
import { formatLike } from './library.ts'
import { formatPercentage, plainNumber } from './number.ts'
import { dayMs } from '../../../contract/app/text/utcDay.ts'

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
  if (meaning === 'percent' || /\d\s?%$/.test(shown ?? '')) return { text: formatPercentage(value) }
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

/** Warning for a cell that a spreadsheet converted to a date. */
const convertedDateNote = 'The spreadsheet converted this to a date. If that’s wrong, correct it here.'

/** The last day in a spreadsheet, 31 December 9999. */
const maxSerialDay = 2_958_465

/**
 * Returns a spreadsheet's serial day in ISO 8601: `2026-03-01`, `2026-03-01 14:30`, or `14:30` below one day.
 * Day 60 is the nonexistent 29 February 1900, so earlier days are off by one. Returns `null` if out of range.
 */
function serialToIso(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0 && serial <= maxSerialDay + 1)) return null
  const seconds = Math.round((serial % 1) * 86_400)
  if (serial < 1 && !is1904) return formatTime(seconds)
  const days = Math.floor(serial)
  const since1900 = is1904 ? days + 1_462 : days < 60 ? days + 1 : days
  const time = new Date(Date.UTC(1899, 11, 30) + since1900 * dayMs + seconds * 1_000).toISOString()
  const date = time.slice(0, time.indexOf('T'))
  return seconds === 0 ? date : `${date} ${formatTime(seconds % 86_400)}`
}

/** Returns an ISO 8601 date in the same format. */
function isoDateText(text: string): string {
  return text
    .replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')
    .replace(
      /(\d)T(\d\d:\d\d)(:\d\d)?(?:[.,]\d+)?Z?$/,
      (_, day: string, time: string, seconds = '') =>
        `${day} ${time}${seconds === ':00' ? '' : String(seconds)}`,
    )
}

function formatTime(seconds: number): string {
  const text = new Date(seconds * 1_000).toISOString().slice(11, 19)
  return text.endsWith(':00') ? text.slice(0, 5) : text
}
