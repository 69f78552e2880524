import { formatCsv, type FileDelimiter } from '../../../contract/app/tables/spreadsheet.ts'
import { showProblemToast } from '../problem/showProblem.tsx'
import { saveBlob, saveFile } from '../saveFile.ts'

export type TableFormat = 'csv' | 'xlsx'

/** Downloads a table built in the window. The first row is the header; the delimiter is for CSV. */
export async function saveTable(
  name: string,
  format: TableFormat,
  rows: readonly (readonly string[])[],
  delimiter: FileDelimiter,
): Promise<void> {
  if (format === 'csv') {
    saveFile({ name: `${name}.csv`, text: formatCsv(rows, delimiter) })
  } else {
    const writer = await import('./workbook.ts').catch(() => null)
    if (writer) saveBlob(`${name}.xlsx`, writer.createWorkbook(rows))
    else showProblemToast({ code: 'part_not_loaded' })
  }
}
