import type { RunSource } from '../../../../contract/calls/runs.ts'
import type { Staged, StagedFiles } from '../../imports/staged.ts'
import type { Database } from '../../open.ts'
import { workbookIn } from './binary.ts'
import { chosenTable } from './chosen.ts'
import { listsTable } from './lists.ts'
import { pastedTable } from './pasted.ts'
import type { Table } from './table.ts'
import { textTable } from './textTable.ts'
import type { Workbook } from './workbook/book.ts'

interface Parts {
  database: Database
  staged: StagedFiles
}

/** The table that a source has. `onRead` hears how much of its size was read. */
export async function tableOf(
  source: RunSource,
  { database, staged }: Parts,
  onRead: (read: number) => void,
): Promise<Table> {
  if (source.kind === 'pasted') return await pastedTable(source, onRead)
  if (source.kind === 'lists') return listsTable(source.lists, onRead)
  if (source.kind === 'links') return await chosenTable(database, source.which, onRead)
  const file = staged.get(source.file)
  const { name, sheet } = source
  const encoding = file.sniffer.encoding()
  if (encoding !== null) return textTable(file, { encoding, name }, onRead)
  const workbook = await workbookIn(file)
  const { kind, close } = workbook
  return { kind, name, size: workbook.size(sheet), rows: rowsOf(workbook, sheet, onRead), close }
}

/** The sheets of a workbook; none of any other file. */
export async function sheetsIn(file: Staged): Promise<string[]> {
  if (file.sniffer.encoding() !== null) return []
  const workbook = await workbookIn(file)
  try {
    return await workbook.names()
  } finally {
    workbook.close()
  }
}

async function* rowsOf(workbook: Workbook, sheet: number | undefined, onRead: (read: number) => void) {
  try {
    yield* workbook.rows(sheet, onRead)
  } finally {
    workbook.close()
  }
}
