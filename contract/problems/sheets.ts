import { entry } from './entry.ts'
import type { ProblemText } from './entry.ts'

/** Problems with tables for bulk creation. */
export const sheetProblems = {
  sheet_empty: entry(
    'There are no rows in this table',
    'Nothing stands below the names of its columns, or nothing stands in it at all.',
    'Choose another file or sheet, or copy the rows once more.',
  ),
  sheet_too_long: entry(
    'This table has too many rows',
    'One run takes up to 200,000 rows.',
    'Divide the table into smaller ones, and make a run of each.',
  ),
  sheet_locked: entry(
    'This workbook is protected by a password',
    'Without the password nobody can read it, Linkwright neither.',
    'Open it in your spreadsheet, save it without a password, then choose that file.',
  ),
  sheet_unknown: entry(
    'This kind of file cannot be read',
    'Linkwright reads CSV, TSV, XLSX and ODS. This is something else, such as an old Excel workbook (XLS) or a Numbers document.',
    'Save it as XLSX or CSV in the program that it comes from, then choose that file.',
  ),
  sheet_broken: entry(
    'This workbook is damaged',
    'It begins like a workbook, but its sheets cannot be read.',
    'Open it in your spreadsheet, save it again as XLSX, then choose that file.',
  ),
  sheet_too_large: entry(
    'This table is too large',
    'One run takes up to 500 MB of text and 20 million cells. A small workbook can hold far more when it is unpacked.',
    'Copy the rows that you need into a new table, or divide it into smaller ones.',
  ),
  sheet_cancelled: entry(
    'The table was not read to its end',
    'Reading it was cancelled. Nothing of it was kept.',
    'Choose the file or paste the rows once more when you want to go on.',
  ),
} as const satisfies Record<string, ProblemText>
