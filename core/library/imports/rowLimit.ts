import { maxColumns } from '../../../contract/runs/mapping.ts'
import { CsvReader, CsvError } from './csvReader.ts'
import { detectDelimiter } from './delimited.ts'
import { detectEncoding, isArchive } from './encoding.ts'
import { ImportError } from './importError.ts'
import { looksLikeJsonList } from './jsonElements.ts'

/** Maximum row length in UTF-16 units. Rows after a longer one are not counted. */
const maxRowLength = 16 * 1_024 * 1_024

/**
 * Returns a function that reads a file's chunks and throws `ImportError` if a CSV table has more than `maxRows` rows.
 * The header and blank rows don't count. Other formats aren't counted: a workbook lists its sheets at the end.
 */
export function createRowLimit(maxRows: number): (bytes: Uint8Array) => void {
  let count: ((text: string) => number) | null = null
  let decoder: InstanceType<typeof TextDecoder> | null = null
  return (bytes) => {
    decoder ??= new TextDecoder(detectEncoding(bytes))
    const text = decoder.decode(bytes, { stream: true })
    count ??= isArchive(Buffer.from(bytes)) || looksLikeJsonList(text) ? () => 0 : createCounter(text)
    if (count(text) > maxRows + 1) throw new ImportError('sheet_too_long')
  }
}

/** Returns a function that reads more text and returns the number of rows so far, including the header. */
function createCounter(head: string): (text: string) => number {
  const declared = /^sep=([,;\t|])\r?\n/.exec(head)?.[1]
  const delimiter = declared ?? detectDelimiter(head)?.delimiter ?? ','
  let rows = declared === undefined ? 0 : -1
  const reader = new CsvReader(
    { delimiter, quotes: true, maxRowLength, maxColumns: maxColumns + 1 },
    (cells) => {
      if (cells.some((cell) => !isBlank(cell))) rows++
    },
  )
  let isReadable = true
  return (text) => {
    try {
      if (isReadable) reader.read(text)
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      isReadable = false
    }
    return rows
  }
}

/** Whether a cell is blank. A Windows-1252 non-breaking space is invalid UTF-8 and decoded as U+FFFD. */
function isBlank(cell: string): boolean {
  return cell.replaceAll('\ufffd', '').trim() === ''
}
