import { maxPastedHtml, maxPastedText, pastedCells } from '../../../../contract/calls/runs.ts'
import type { PastedCells, RunSource } from '../../../../contract/calls/runs.ts'
import { tryParseJson } from '../../../../contract/tryParseJson.ts'
import { readText } from '../../imports/encoding.ts'
import type { StagedFile, StagedFiles } from '../../imports/stagedFiles.ts'
import type { Database } from '../../openDatabase.ts'
import { openBinaryWorkbook } from './binary.ts'
import { createLinksTable } from './selectedLinks.ts'
import { createListsTable } from './lists.ts'
import { createPastedTable } from './pastedTable.ts'
import { SheetError } from './sheetError.ts'
import type { Table } from './table.ts'
import { createTextTable } from './textTable.ts'
import type { Workbook } from './workbook/book.ts'

interface Parts {
  database: Database
  staged: StagedFiles
}

/** Maximum size of an uploaded paste: its longest text and HTML with three bytes a unit. */
const maxPastedBytes = 3 * (maxPastedText + maxPastedHtml)

/** Opens the table of a source. `onRead` is called with the progress. */
export async function openTable(
  source: RunSource,
  { database, staged }: Parts,
  onRead: (read: number) => void,
): Promise<Table> {
  if (source.kind === 'pasted') return await createPastedTable(source, onRead)
  if (source.kind === 'lists') return createListsTable(source.lists, onRead)
  if (source.kind === 'links') return await createLinksTable(database, source.which, onRead)
  const file = staged.get(source.file)
  const { name, sheet, isPasted = false } = source
  if (isPasted) return await createPastedTable(readPastedCells(file), onRead)
  const encoding = file.sniffer.encoding()
  if (encoding !== null) return createTextTable(file, { encoding, name }, onRead)
  const workbook = await openBinaryWorkbook(file)
  const { kind, close } = workbook
  return { kind, name, size: workbook.size(sheet), rows: readRows(workbook, sheet, onRead), close }
}

/** Reads a paste that was uploaded as a file. */
function readPastedCells({ file, size }: StagedFile): PastedCells {
  if (size > maxPastedBytes) throw new SheetError('sheet_too_large')
  const text = [...readText(file, 'utf-8', () => undefined)].join('')
  const cells = pastedCells.safeParse(tryParseJson(text))
  if (!cells.success) throw new SheetError('sheet_too_large')
  return cells.data
}

/** Returns the sheet names of a workbook; empty for other files. */
export async function listSheets(file: StagedFile): Promise<string[]> {
  if (file.sniffer.encoding() !== null) return []
  const workbook = await openBinaryWorkbook(file)
  try {
    return await workbook.names()
  } finally {
    workbook.close()
  }
}

async function* readRows(workbook: Workbook, sheet: number | undefined, onRead: (read: number) => void) {
  try {
    yield* workbook.rows(sheet, onRead)
  } finally {
    workbook.close()
  }
}
