import { openCsvFile } from './csvFile.ts'
import { openXlsxFile } from './xlsxFile.ts'

/** A sheet that is to be written. */
export interface SheetPlan {
  name: string
  /** Of its columns, in characters; the others are as wide as usual. */
  widths?: readonly number[]
}

/** A table that is being written to a file, which is not whole before its end. Its cells are texts and nothing else. */
export interface TableFile {
  write: (rows: readonly (readonly string[])[]) => Promise<void>
  /** Goes on in the next sheet. */
  nextSheet: () => Promise<void>
  end: () => Promise<void>
  /** Lets go of a file that is not whole. */
  abandon: () => void
}

/** Begins a table in a file of its own, which must not be there yet. CSV takes the first sheet alone. */
export async function openTableFile(
  file: string,
  form: 'csv' | 'xlsx',
  sheets: readonly [SheetPlan, ...SheetPlan[]],
): Promise<TableFile> {
  return form === 'csv' ? openCsvFile(file) : await openXlsxFile(file, sheets)
}
