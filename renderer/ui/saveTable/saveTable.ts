import { formatCsv } from '../../../contract/spreadsheet.ts'
import type { FileDelimiter } from '../../../contract/spreadsheet.ts'
import { showProblemToast } from '../problem/showProblem.tsx'
import { saveBlob, saveFile } from '../saveFile.ts'

/** The formats of tables for spreadsheets. */
export type TableFormat = 'csv' | 'xlsx'

/** Offers a table that the window holds as a download. The first row is the header; the delimiter is for CSV. */
export async function saveTable(
  name: string,
  form: TableFormat,
  rows: readonly (readonly string[])[],
  delimiter: FileDelimiter,
): Promise<void> {
  if (form === 'csv') {
    saveFile({ name: `${name}.csv`, text: formatCsv(rows, delimiter) })
  } else {
    const writer = await import('./workbook.ts').catch(() => null)
    if (writer) saveBlob(`${name}.xlsx`, writer.createWorkbook(rows))
    else showProblemToast({ code: 'part_not_loaded' })
  }
}
