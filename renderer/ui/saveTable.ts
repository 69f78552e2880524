import { formatCsv } from '../../contract/spreadsheet.ts'
import { saveBlob, saveFile } from './saveFile.ts'

/** The formats of tables for spreadsheets. */
export type TableForm = 'csv' | 'xlsx'

/** Offers a table that the window holds as a download. The first row is the header. */
export async function saveTable(
  name: string,
  form: TableForm,
  rows: readonly (readonly string[])[],
): Promise<void> {
  if (form === 'csv') {
    saveFile({ name: `${name}.csv`, text: formatCsv(rows) })
  } else {
    const { createWorkbook } = await import('./workbook.ts')
    saveBlob(`${name}.xlsx`, createWorkbook(rows))
  }
}
