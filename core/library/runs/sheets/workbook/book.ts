import type { SheetRow } from '../table.ts'

/** A workbook that is open. */
export interface Workbook {
  kind: 'xlsx' | 'ods'
  /** Of its sheets, in their order. */
  names: () => Promise<string[]>
  /** The rows of a sheet, or of the first that is not empty and not hidden. */
  rows: (sheet: number | undefined, onRead: (bytes: number) => void) => AsyncGenerator<SheetRow[]>
  /** How much will be read for that, in bytes. */
  size: (sheet: number | undefined) => number
  close: () => void
}

/** Cells of one sheet, those that are empty among them: 200,000 rows of 100 columns. */
export const maxCells = 20_000_000

/** What is said of a row that the spreadsheet does not show. */
export const hiddenRowNote = 'The spreadsheet hides this row.'
/** What is said of a cell that shows an error such as #N/A. */
export const cellErrorNote = 'The spreadsheet shows an error here.'
/** What is said of a formula that was never calculated. */
export const noResultNote =
  'The file holds a formula here and not its result. Open and save it in a spreadsheet, then choose it again.'
