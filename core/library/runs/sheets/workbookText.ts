import { formatCsvLine } from '../../../../contract/spreadsheet.ts'
import { ImportError } from '../../imports/importError.ts'
import type { StagedFile, StagedFiles } from '../../imports/stagedFiles.ts'
import { openBinaryWorkbook } from './binary.ts'
import { SheetError } from './sheetError.ts'
import type { SheetRow } from './table.ts'
import { maxRowNumber } from './workbook/xlsxRows.ts'

/** Lets _Import_ read workbooks. */
export interface WorkbookConverter {
  /**
   * Replaces a staged workbook with the text of its first sheet, so that it is read like any other table. Other files
   * stay as they are. Throws `ImportError` if the file is neither, and `SheetError` if the workbook can't be read.
   */
  convertWorkbook: (id: string) => Promise<void>
}

export function createWorkbookConverter(staged: Pick<StagedFiles, 'get' | 'replace'>): WorkbookConverter {
  /** Several previews of a file can start before its first conversion has ended. */
  const inFlight = new WeakMap<StagedFile, Promise<void>>()
  const convert = async (id: string, file: StagedFile) => {
    try {
      await staged.replace(id, readLines(file))
    } catch (error) {
      inFlight.delete(file)
      throw isUnknown(error) ? new ImportError('import_not_text') : error
    }
  }
  return {
    convertWorkbook: async (id) => {
      const file = staged.get(id)
      if (file.sniffer.encoding() !== null) return
      const conversion = inFlight.get(file) ?? convert(id, file)
      inFlight.set(file, conversion)
      await conversion
    },
  }
}

/** Length of a piece of text in UTF-16 units. A workbook can repeat a long row many times, but a string has a limit. */
const maxPieceLength = 1_000_000

/**
 * Yields the rows of the first sheet as CSV, with a blank line for each row that the workbook omits. Row numbers of a
 * hostile workbook can be huge or go back and forth, so the number of blank lines is limited.
 */
async function* readLines(file: StagedFile): AsyncGenerator<string> {
  const workbook = await openBinaryWorkbook(file)
  try {
    let next = 1
    const toLine = ({ cells, row = next }: SheetRow) => {
      if (row > maxRowNumber) throw new SheetError('sheet_too_long')
      const blank = Math.max(0, row - next)
      next = Math.max(next, row + 1)
      return '\r\n'.repeat(blank) + formatCsvLine(cells)
    }
    for await (const rows of workbook.rows(undefined, () => undefined)) yield* joinLines(rows, toLine)
  } finally {
    workbook.close()
  }
}

/** Yields the lines of rows in pieces. */
function* joinLines(rows: readonly SheetRow[], toLine: (row: SheetRow) => string): Generator<string> {
  let lines = ''
  for (const row of rows) {
    lines += toLine(row)
    if (lines.length < maxPieceLength) continue
    yield lines
    lines = ''
  }
  yield lines
}

function isUnknown(error: unknown): boolean {
  return error instanceof SheetError && error.message === 'sheet_unknown'
}
