import { formatCsv, type FileDelimiter } from '../../../contract/app/tables/spreadsheet.ts'
import { saveBlob, saveFile } from '../saveFile.ts'
import { createWorkbook } from './workbook.ts'

export type TableFormat = 'csv' | 'xlsx'

/** Downloads a table built in the window. The first row is the header; the delimiter is for CSV. */
export function saveTable(
  name: string,
  format: TableFormat,
  rows: readonly (readonly string[])[],
  delimiter: FileDelimiter,
): void {
  if (format === 'csv') {
    saveFile({ name: `${name}.csv`, text: formatCsv(rows, delimiter) })
  } else {
    saveBlob(`${name}.xlsx`, createWorkbook(rows))
  }
}
