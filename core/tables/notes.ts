import type { Note } from './table.ts'

/** Warning for a row that the spreadsheet hides. */
export const hiddenRowNote: Note = {
  column: null,
  text: 'This row is hidden in the spreadsheet.',
  isError: false,
}
/** Warning for the last row of a web page whose table has no end. */
export const cutOffNote: Note = {
  column: null,
  text: 'The file ends inside its table. Rows after this one may be missing.',
  isError: false,
}
/** Error for a cell with an error value such as #N/A. */
export const cellErrorNote = 'This cell has an error in the spreadsheet.'
/** Error for a formula without a stored result. */
export const noResultNote =
  'This formula has no stored result. Open and save the file in a spreadsheet program, then choose it again.'
/** Warning for a number with more digits than a spreadsheet or a JSON number keeps. */
export const lostDigitsNote =
  'Only 15 digits of a number are kept. The others may be lost: enter it as text, or correct it here.'
