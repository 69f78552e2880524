import type { RunSource } from '../../../../contract/calls/runs.ts'
import type { StagedFile, StagedFiles } from '../../imports/stagedFiles.ts'
import type { Database } from '../../openDatabase.ts'
import { openBinaryWorkbook } from './binary.ts'
import { createLinksTable } from './selectedLinks.ts'
import { createListsTable } from './lists.ts'
import { createPastedTable } from './pastedTable.ts'
import type { Table } from './table.ts'
import { createTextTable } from './textTable.ts'
import type { Workbook } from './workbook/book.ts'

interface Parts {
  database: Database
  staged: StagedFiles
}

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
  const { name, sheet } = source
  const encoding = file.sniffer.encoding()
  if (encoding !== null) return createTextTable(file, { encoding, name }, onRead)
  const workbook = await openBinaryWorkbook(file)
  const { kind, close } = workbook
  return { kind, name, size: workbook.size(sheet), rows: readRows(workbook, sheet, onRead), close }
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
