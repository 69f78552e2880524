import { statSync } from 'node:fs'
import { sliceRows } from './batches.ts'
import { readText } from './decode.ts'
import { detectEncoding, type DetectedEncoding } from './encoding.ts'
import { encodings } from '../../contract/app/tables/encodings.ts'
import { readHtmlRows } from './htmlTable.ts'
import { looksLikeJsonList, readJsonList } from './jsonTable.ts'
import { openPastedTable } from './pastedTable.ts'
import { CodedError } from '../folder/codedError.ts'
import type { Table, TableInput } from './table.ts'
import { openTextTable } from './textTable.ts'
import { openWorkbookTable, openXmlTable } from './workbook/open.ts'

/**
 * Opens a table of any kind, whatever its name: text with any delimiter, JSON, a workbook, or a web page or XML that was
 * saved as a workbook. Throws `CodedError` if it can't be read.
 */
export async function openTable(input: TableInput): Promise<Table> {
  if ('text' in input) return await openPastedTable(input)
  const { file } = input
  const detected = detectEncoding(file)
  if (!detected) return await openWorkbookTable(file, input)
  const encoding = input.encoding ? { encoding: input.encoding, isGuess: false } : detected
  const { size } = statSync(file)
  const table = openTextTable(file, size, encoding)
  const start = (table.head ?? '').trimStart()
  if (/^MIME-Version:/i.test(start)) throw new CodedError('sheet_web_page')
  if (looksLikeJsonList(start)) {
    const list = readJsonList(readWhole(file, size, encoding), size)
    return list ? { ...list, size, encoding, head: start } : table
  }
  if (!start.startsWith('<')) return table
  if (/urn:(?:schemas-microsoft-com:office:spreadsheet|oasis:names:tc:opendocument)/.test(start))
    return { ...(await openXmlTable(readWhole(file, size, encoding), input)), head: start }
  return await openWebPage(file, size, { table, isChosen: input.encoding !== undefined })
}

/** Maximum size of a file that is parsed as a whole, in bytes. */
const maxWholeBytes = 50_000_000

function readWhole(file: string, size: number, { encoding }: DetectedEncoding): string {
  if (size > maxWholeBytes) throw new CodedError('sheet_too_large')
  return [...readText(file, encoding)].join('')
}

/** Opens the largest table of a web page, in the encoding that the page declares. */
async function openWebPage(
  file: string,
  size: number,
  { table, isChosen }: { table: Table; isChosen: boolean },
): Promise<Table> {
  const { head = '', encoding: detected = { encoding: 'utf-8', isGuess: false } } = table
  const declared = /<(?:meta|\?xml)\s[^<>]*?(?:charset|encoding)\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1]
  const known = encodings.find((name) => name === declared?.toLowerCase())
  const encoding =
    known !== undefined && detected.isGuess && !isChosen ? { encoding: known, isGuess: false } : detected
  const rows = await readHtmlRows(readWhole(file, size, encoding))
  // A list of addresses or cells can start with a `<`.
  if (rows.length === 0 && !/^\s*<(?:!doctype|html|head|body|table|div|meta)/i.test(head)) return table
  if (rows.length === 0) throw new CodedError('sheet_web_page')
  return { kind: 'html', size, head, encoding, omitsEmptyCells: true, ...sliceRows(rows, size, (row) => row) }
}
