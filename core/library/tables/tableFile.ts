import type { FileDelimiter } from '../../../contract/spreadsheet.ts'
import { openCsvFile } from './csvFile.ts'
import type { SheetPlan, TableFile } from './plan.ts'
import { openXlsxFile } from './xlsxFile.ts'

/** Begins a table in a file of its own, which must not be there yet. CSV takes the first sheet alone. */
export async function openTableFile(
  file: string,
  form: 'csv' | 'xlsx',
  sheets: readonly [SheetPlan, ...SheetPlan[]],
  delimiter: FileDelimiter = ',',
): Promise<TableFile> {
  return form === 'csv' ? openCsvFile(file, delimiter) : await openXlsxFile(file, sheets)
}
