import { noResultNote, cellErrorNote } from './book.ts'
import { isoDateText, convertedDateNote } from './dates.ts'
import { formatNumber } from './formats.ts'
import type { NumberFormat } from './formats.ts'

/** Data that cells of all sheets refer to. */
export interface SharedParts {
  strings: readonly string[]
  formats: readonly NumberFormat[]
  is1904: boolean
}

/** A cell of a sheet (ECMA-376 part 1, 18.3.1.4). */
export interface XlsxCell {
  column: number
  type: string
  style: number
  value: string
  isFormula: boolean
}

/** The text that a cell displays, and any issue. */
export interface DisplayedCell {
  displayText: string
  note?: string
  isError?: boolean
}

/** Reads a cell by its type. */
const byType = new Map<string, (value: string, shared: SharedParts) => DisplayedCell>(
  Object.entries({
    s: (value, { strings }) => ({ displayText: strings[Number(value)] ?? '' }),
    inlineStr: (value) => ({ displayText: value }),
    str: (value) => ({ displayText: value }),
    b: (value) => ({ displayText: value === '1' || value === 'true' ? 'TRUE' : 'FALSE' }),
    e: (value) => ({ displayText: value, note: cellErrorNote, isError: true }),
    d: (value) => ({ displayText: isoDateText(value), note: convertedDateNote }),
  }),
)

/** Returns the text that a cell displays, and any issue. */
export function readCell({ type, style, value, isFormula }: XlsxCell, shared: SharedParts): DisplayedCell {
  if (value === '') {
    return isFormula && type !== 'str'
      ? { displayText: '', note: noResultNote, isError: true }
      : { displayText: '' }
  }
  const text = byType.get(type)
  if (text) return text(value, shared)
  const format = shared.formats[style] ?? 'plain'
  const displayed = formatNumber(value, format, shared.is1904)
  return format === 'date' ? { displayText: displayed, note: convertedDateNote } : { displayText: displayed }
}

/** Returns the column of a reference as a number from 0 (`AB` of `AB12`); `null` if missing. */
export function columnIndex(reference: string | undefined): number | null {
  let column = 0
  for (const char of reference?.slice(0, 4) ?? '') {
    const letter = char.charCodeAt(0) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column > 0 ? column - 1 : null
}
