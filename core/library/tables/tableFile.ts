import type { FileDelimiter } from '../../../contract/spreadsheet.ts'
import type { SheetPlan } from '../../../contract/workbookParts.ts'
import { openCsvFile } from './csvFile.ts'
import type { TableFile } from './plan.ts'
import { openXlsxFile } from './xlsxFile.ts'

/** Starts a table in a new file. CSV contains only the first sheet. */
export async function openTableFile(
  file: string,
  form: 'csv' | 'xlsx',
  sheets: readonly [SheetPlan, ...SheetPlan[]],
  delimiter: FileDelimiter = ',',
): Promise<TableFile> {
  return form === 'csv' ? openCsvFile(file, delimiter) : await openXlsxFile(file, sheets)
}
