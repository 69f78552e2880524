import { createHash } from 'node:crypto'
import { findWidestRow, shownRows } from '../../contract/app/tables/reading.ts'
import type { ReadingChoice, RememberedReading, TableReading } from '../../contract/app/tables/reading.ts'
import { findRepeatedNames, type TableWords } from './header.ts'
import type { OpenedTable, OpenTable } from './reader.ts'
import { shapeTable, type ShapedTable } from './shape.ts'
import type { SheetRow, TableInput } from './table.ts'

/** A table that is being read: what it is, its header, its rows, and how both were found. */
export interface ReadTable extends ShapedTable {
  table: OpenedTable
  reading: TableReading
}

interface Options {
  open: OpenTable
  words: TableWords
  choice: ReadingChoice
  /** What was chosen for earlier tables. */
  remembered: readonly RememberedReading[]
}

/** Opens a table as the user chose, or as for the last table with the same columns, or as detected. */
export async function openShaped(input: TableInput, options: Options): Promise<ReadTable> {
  const { choice, remembered } = options
  const detected = await openOnce(input, options)
  const isChosen = choice.encoding !== undefined || choice.headerRow !== undefined
  const earlier = remembered.find(({ shape }) => shape === detected.reading.shape)
  if (isChosen || !earlier) return detected
  detected.table.close()
  const { encoding, headerOffset } = earlier
  const again = { ...options, choice: { ...choice, ...toChoice(detected.firstRows, headerOffset) } }
  const isText = detected.reading.encoding !== null && encoding !== undefined
  const read = await openOnce(isText ? { ...input, encoding } : input, again)
  return { ...read, reading: { ...read.reading, shape: detected.reading.shape } }
}

async function openOnce(input: TableInput, { open, words, choice }: Options): Promise<ReadTable> {
  const { encoding, sheet, headerRow } = choice
  const table = await open('file' in input ? { ...input, ...(encoding && { encoding }), sheet } : input)
  try {
    const shaped = await shapeTable(table, words, headerRow)
    return {
      ...shaped,
      table,
      reading: { ...describeReading(table, shaped), ...(sheet !== undefined && { sheet }) },
    }
  } catch (error) {
    table.close()
    throw error
  }
}

/** Maximum cells and characters of each row that is shown. */
const [shownCells, shownLength] = [6, 60]

function describeReading(table: OpenedTable, shaped: ShapedTable): TableReading {
  const { headerRow, isHeaderGuess, firstRows } = shaped
  const header = table.header ?? firstRows.find(({ row }) => row === headerRow)?.cells ?? []
  const repeatedNames = findRepeatedNames(header)
  return {
    ...(repeatedNames.length > 0 && { repeatedNames }),
    encoding: table.encoding?.encoding ?? null,
    isEncodingGuess: table.encoding?.isGuess ?? false,
    headerRow,
    isHeaderGuess,
    firstRows: firstRows.slice(0, shownRows).map(({ row = 0, cells }) => ({
      row,
      cells: cells.slice(0, shownCells).map((cell) => cell.slice(0, shownLength).toWellFormed()),
    })),
    shape: shapeOf(table, firstRows),
  }
}

function toChoice(firstRows: readonly SheetRow[], offset: number | null | undefined): ReadingChoice {
  if (offset === undefined) return {}
  return { headerRow: offset === null ? 0 : Math.max(0, (findWidestRow(firstRows)?.row ?? 1) + offset) }
}

/** Identifies tables with the same columns, whatever the encoding in which their names were read. */
function shapeOf({ kind, delimiter = '' }: OpenedTable, rows: readonly SheetRow[]): string {
  const cells = findWidestRow(rows)?.cells ?? []
  const names = cells
    .slice(0, shownCells)
    .map((cell) => cell.slice(0, shownLength).replace(/[^\x20-\x7e]/g, ''))
  return createHash('sha256')
    .update(JSON.stringify([kind, delimiter, cells.length, names]))
    .digest('base64url')
}
