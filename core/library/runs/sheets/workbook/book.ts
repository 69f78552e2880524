import type { SheetRow } from '../table.ts'

/** An open workbook. */
export interface Workbook {
  kind: 'xlsx' | 'ods'
  /** Returns the sheet names in order. */
  names: () => Promise<string[]>
  /** Yields the rows of a sheet, by default the first that is neither empty nor hidden. */
  rows: (sheet: number | undefined, onRead: (bytes: number) => void) => AsyncGenerator<SheetRow[]>
  /** Returns how many bytes that will read. */
  size: (sheet: number | undefined) => number
  close: () => void
}

/** Maximum number of cells per sheet, including empty ones: 200,000 rows of 100 columns. */
export const maxCells = 20_000_000

/** Warning for a row that the spreadsheet hides. */
export const hiddenRowNote = 'The spreadsheet hides this row.'
/** Error for a cell with an error value such as #N/A. */
export const cellErrorNote = 'The spreadsheet shows an error here.'
/** Error for a formula without a stored result. */
export const noResultNote =
  'The file has a formula here without its result. Open and save it in a spreadsheet, then choose it again.'
