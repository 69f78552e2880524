import { noResultNote, cellErrorNote } from './book.ts'
import { isoDateText, convertedDateNote } from './dates.ts'
import { formatPercentage, plainNumber } from './number.ts'
import type { DisplayedCell } from './xlsxCell.ts'

type Attributes = Readonly<Record<string, string>>

/** Reads a cell by its type (OpenDocument part 3, 19.387). Numbers are exact. */
const byType = new Map<string, (attributes: Attributes, text: string) => DisplayedCell>(
  Object.entries({
    float: readNumber,
    currency: readNumber,
    percentage: ({ 'office:value': value }, text) => ({
      displayText: value === undefined ? text : formatPercentage(value),
    }),
    boolean: ({ 'office:boolean-value': value }) => ({ displayText: value === 'true' ? 'TRUE' : 'FALSE' }),
    date: ({ 'office:date-value': value }, text) => ({
      displayText: isoDateText(value ?? text),
      note: convertedDateNote,
    }),
    time: ({ 'office:time-value': value = '' }, text) => ({
      displayText: parseDuration(value) ?? text,
      note: convertedDateNote,
    }),
  }),
)

function readNumber({ 'office:value': value }: Attributes, text: string): DisplayedCell {
  // A cell that displays 01234 contains the number 1234, and one that displays TRUE can contain 1.
  const isText = value === undefined || /^0\d+$|^[^\d]+$/.test(text)
  return { displayText: isText ? text : plainNumber(value) }
}

/** Returns the text that a cell displays, and any issue. */
export function readCell(attributes: Attributes, text: string): DisplayedCell {
  if (attributes['calcext:value-type'] === 'error')
    return { displayText: text, note: cellErrorNote, isError: true }
  const type = attributes['office:value-type']
  const readByType = byType.get(type ?? '')
  if (readByType) return readByType(attributes, text)
  const isBare = text === '' && type === undefined && attributes['table:formula'] !== undefined
  if (isBare) return { displayText: '', note: noResultNote, isError: true }
  return { displayText: text === '' ? (attributes['office:string-value'] ?? '') : text }
}

/** Converts `PT14H30M00S` to `14:30`. */
function parseDuration(duration: string): string | null {
  const [, hours, minutes, seconds = '0'] = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/.exec(duration) ?? []
  if (hours === undefined || minutes === undefined) return null
  const time = `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`
  return Number(seconds) === 0 ? time : `${time}:${seconds.padStart(2, '0')}`
}
