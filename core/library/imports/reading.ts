import { statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportKind } from '../../../contract/app/library/imports.ts'
import { linkFileFormat } from '../../../contract/app/library/linkFile.ts'
import { csvDelimiters, type CsvDelimiter } from '../../../contract/app/tables/spreadsheet.ts'
import type { ReadingChoice, RememberedReading, TableReading } from '../../../contract/app/tables/reading.ts'
import { readText } from '../../tables/decode.ts'
import type { TableWords } from '../../tables/header.ts'
import { openShaped, type ReadTable } from '../../tables/openShaped.ts'
import type { OpenTable, OpenedTable } from '../../tables/reader.ts'
import type { SheetRow } from '../../tables/table.ts'
import {
  detectService,
  findColumns,
  findOmitted,
  readValues,
  type ColumnRoles,
  type OmittedColumns,
} from './columns.ts'
import { CodedError, errorCode } from '../../folder/codedError.ts'
import { readOwnRows, readTextRows, shownRowLength, type Row } from './rows.ts'
import { maxTextLength } from '../../../contract/service/address/pastedLinks.ts'

/** The format of a file, and its rows. */
export interface Reading extends Partial<OmittedColumns> {
  kind: ImportKind
  delimiter?: CsvDelimiter | undefined
  /** How the table was read; absent for other files. */
  reading?: TableReading
  /** Returns the next rows; `null` after the last. Other work runs in between. */
  next: () => Promise<Row[] | null>
  /** Returns the number of bytes, or rows of a workbook, read so far. */
  progress: () => number
  size: number
  close: () => void
}

/** The column names of tables of links. */
const importWords: TableWords = {
  countNames: (cells) => findColumns(cells)?.filter((role) => role !== null).length ?? 0,
  isTags: (name) => findColumns([name, 'link'])?.[0] === 'tags',
  isAddress: (name) => findColumns([name]) !== null,
}

interface Options {
  open: OpenTable
  choice: ReadingChoice
  remembered: readonly RememberedReading[]
}

/** Detects a file's format from its content and starts reading it. Throws `CodedError` if it isn't readable. */
export async function openReading(file: string, options: Options): Promise<Reading> {
  const [start = ''] = readText(file, 'utf-8')
  if (start.trimStart().startsWith(`{"format":"${linkFileFormat}"`))
    return { kind: 'linkwright', ...readFile(file, 'utf-8', readOwnRows), size: statSync(file).size }
  const read = await openShaped({ file }, { ...options, words: importWords }).catch(throwImportError)
  const { table, names } = read
  const { encoding, size } = table
  const columns = read.isNamed ? findColumns(names) : null
  if (columns) return readTable(read, columns, options.choice.repairs ?? false)
  if (encoding) {
    table.close()
    return { kind: 'text', ...readFile(file, encoding.encoding, readTextRows), size }
  }
  return readSheetText(read)
}

/** A file of an unknown kind isn't a table, and has no text that links could be found in. */
function throwImportError(error: unknown): never {
  throw errorCode(error) === 'sheet_unknown' ? new CodedError('import_not_text') : error
}

function readTable(read: ReadTable, columns: ColumnRoles, repairs: boolean): Reading {
  const { table, names, next, reading } = read
  return {
    kind: detectService(names) ?? 'table',
    delimiter: csvDelimiters.find((delimiter) => delimiter === table.delimiter),
    ...findOmitted(names, columns),
    reading,
    size: table.size,
    progress: table.progress,
    close: table.close,
    next: async () => (await next())?.map((row) => toRow(row, columns, repairs)) ?? null,
  }
}

function toRow(
  { row = 0, cells, notes = [], repaired }: SheetRow,
  columns: ColumnRoles,
  repairs: boolean,
): Row {
  const text = shownText(cells)
  const isUsed = (column: number | null) => column !== null && (columns[column] ?? null) !== null
  const problem = notes.find((note) => note.kind !== undefined || (note.isError && isUsed(note.column)))
  if (problem?.kind === 'misfit' && repaired)
    return repairs
      ? { row, values: readValues(columns, repaired) }
      : { row, error: 'misfit', text, repaired: shownText(repaired) }
  if (problem) return { row, error: problem.kind ?? 'damaged_cell', text }
  return { row, values: readValues(columns, cells) }
}

function shownText(cells: readonly string[]): string {
  return cells.slice(0, 10).join(', ').slice(0, shownRowLength)
}

/** Reads the links in the cells of a workbook that has no column of links. */
function readSheetText({ table, next, firstRows, headerRow }: ReadTable): Reading {
  let above = firstRows.filter(({ row = 0 }) => row <= headerRow)
  return {
    kind: 'text',
    size: table.size,
    progress: table.progress,
    close: table.close,
    next: async () => {
      const rows = await next()
      if (!rows) return null
      const text = [...above, ...rows].map(({ cells }) => cells.join('\t')).join('\n')
      above = []
      return [...readTextRows([text])]
    },
  }
}

/** Maximum rows per batch, and maximum reading time in milliseconds. Other work runs in between. */
const [maxBatchRows, readingTimeMs] = [400, 20]

/** Reads a file that isn't a table. It may contain long stretches without rows. */
function readFile(
  file: string,
  encoding: Parameters<typeof readText>[1],
  read: (texts: Iterable<string>) => Generator<Row>,
): Pick<Reading, 'next' | 'progress' | 'close'> {
  let done = 0
  let isEnded = false
  const rows = read(readText(file, encoding, (bytes) => (done += bytes)))
  return {
    progress: () => done,
    close: () => void rows.return(undefined),
    next: async () => {
      if (isEnded) return null
      await nextTurn()
      const batch: Row[] = []
      const deadline = performance.now() + readingTimeMs
      while (!isEnded && batch.length < maxBatchRows && performance.now() < deadline) {
        const next = rows.next()
        if (next.done) isEnded = true
        else if (!('blank' in next.value)) batch.push(next.value)
      }
      return batch
    },
  }
}

/**
 * Returns the start of a file's text: of a table in a workbook or a web page, its cells and the addresses that they are
 * linked to. Throws `CodedError` if it can't be read.
 */
export async function readFileText(file: string, openTable: OpenTable): Promise<string> {
  const table = await openTable({ file }).catch(throwImportError)
  try {
    const isText = table.encoding !== undefined && table.kind !== 'html'
    const pieces = isText ? readText(file, table.encoding?.encoding ?? 'utf-8') : readCells(table)
    let text = ''
    for await (const piece of pieces) {
      text += piece
      if (text.length >= maxTextLength) break
    }
    return text.slice(0, maxTextLength)
  } finally {
    table.close()
  }
}

async function* readCells(table: OpenedTable): AsyncGenerator<string> {
  for (let rows = await table.next(); rows; rows = await table.next())
    yield rows.map(({ cells, links = {} }) => `${[...cells, ...Object.values(links)].join('\t')}\n`).join('')
}
