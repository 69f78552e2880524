import { appendFileSync, renameSync, rmSync } from 'node:fs'
import { csvByteOrderMark, formatCsvLine } from '../../../../contract/spreadsheet.ts'
import { requireRoom } from '../../../folder/freeSpace.ts'
import { createEncodingSniffer } from '../../imports/encoding.ts'
import { ImportError } from '../../imports/importError.ts'
import type { StagedFile, StagedFiles } from '../../imports/stagedFiles.ts'
import { openBinaryWorkbook } from './binary.ts'
import { SheetError } from './sheetError.ts'
import type { SheetRow } from './table.ts'
import type { Workbook } from './workbook/book.ts'

/** Lets _Import_ read workbooks. */
export interface WorkbookConverter {
  convertWorkbook: (id: string) => Promise<void>
}

/**
 * Replaces a staged workbook with the text of its first sheet, so that _Import_ reads it like any other table. Other
 * files stay as they are. Throws `ImportError` if the file is neither, and `SheetError` if the workbook can't be read.
 */
export async function convertWorkbook(staged: Pick<StagedFiles, 'get'>, id: string): Promise<void> {
  const upload = staged.get(id)
  if (upload.sniffer.encoding() !== null) return
  try {
    const workbook = await openBinaryWorkbook(upload)
    try {
      await replaceWithText(upload, workbook)
    } finally {
      workbook.close()
    }
  } catch (error) {
    throw isUnknown(error) ? new ImportError('import_not_text') : error
  }
}

async function replaceWithText(upload: StagedFile, workbook: Workbook): Promise<void> {
  const file = `${upload.file}.csv`
  let size = 0
  const sniffer = createEncodingSniffer()
  const write = (text: string) => {
    const bytes = Buffer.from(text)
    requireRoom(upload.file, bytes.length)
    appendFileSync(file, bytes, { mode: 0o600 })
    sniffer.see(bytes)
    size += bytes.length
  }
  try {
    rmSync(file, { force: true })
    write(csvByteOrderMark)
    let next = 1
    for await (const rows of workbook.rows(undefined, () => undefined)) {
      write(rows.map((row) => lineOf(row, next, (after) => (next = after))).join(''))
    }
    renameSync(file, upload.file)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
  Object.assign(upload, { size, sniffer })
}

/** Returns the line of a row, after those of the blank rows that the workbook omits, so that row numbers stay. */
function lineOf({ cells, row }: SheetRow, next: number, advance: (after: number) => void): string {
  const number = row ?? next
  advance(number + 1)
  return '\r\n'.repeat(Math.max(0, number - next)) + formatCsvLine(cells)
}

function isUnknown(error: unknown): boolean {
  return error instanceof SheetError && error.message === 'sheet_unknown'
}
