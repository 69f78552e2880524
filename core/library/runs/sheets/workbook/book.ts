import type { SheetRow } from '../table.ts'

/** An open workbook. */
export interface Workbook {
  kind: 'xlsx' | 'ods'
  /** Returns the sheet names in order. */
  names: () => Promise<string[]>
  /** Yields the rows of a sheet, by default the first that is neither empty nor hidden. */
  rows: (sheet: number | undefined, onRead: (bytes: number) => void) => AsyncGenerator<SheetRow[]>
  /** Returns the number of bytes to read for that. */
  size: (sheet: number | undefined) => number
  close: () => void
}

/** Maximum number of cells per sheet, including empty ones: 200,000 rows of 100 columns. */
export const maxCells = 20_000_000

/** Warning for a row that the spreadsheet hides. */
export const hiddenRowNote = 'This row is hidden in the spreadsheet.'
/** Error for a cell with an error value such as #N/A. */
export const cellErrorNote = 'This cell has an error in the spreadsheet.'
/** Error for a formula without a stored result. */
export const noResultNote =
  'This formula has no stored result. Open and save the file in a spreadsheet program, then choose it again.'
