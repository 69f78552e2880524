import { entry, type ProblemText } from './entry.ts'

/** Problems with tables for bulk creation. */
export const sheetProblems = {
  sheet_empty: entry(
    'This table has no rows',
    'It’s empty, or it contains only column names.',
    'Choose another file or sheet, or copy the rows again.',
  ),
  sheet_too_long: entry(
    'This table has too many rows',
    'A run can have up to 50,000 rows.',
    'Split the table into parts of 50,000 rows with the same column names, and create a run from each.',
  ),
  sheet_locked: entry(
    'This workbook is password-protected',
    'Linkwright can’t read it without the password.',
    'Open it in your spreadsheet, save it without a password, then choose that file.',
  ),
  sheet_unknown: entry(
    'This kind of file isn’t supported',
    'Linkwright reads CSV, TSV, XLSX, XLS and ODS. This is something else, such as a Numbers document.',
    'Save it as XLSX or CSV in the program it came from, then choose that file.',
  ),
  sheet_web_page: entry(
    'This is a web page without a table',
    'Some programs give a web page the name of a workbook. Its rows may be in another file.',
    'Open it in your spreadsheet, save it as XLSX, then choose that file.',
  ),
  sheet_no_report: entry(
    'This isn’t a report of sources and mediums',
    'It has no columns “Session source / medium”, or “Source” and “Medium”.',
    'In Google Analytics, open Traffic acquisition, choose Session source / medium, and download it as CSV.',
  ),
  sheet_broken: entry(
    'This table is damaged',
    'It looks like a workbook or a JSON list, but it can’t be read.',
    'Save it again, a workbook as XLSX, then choose that file.',
  ),
  sheet_too_large: entry(
    'This table is too large',
    'A table can have up to 50 MB. A small workbook can unpack to far more.',
    'Copy the rows and columns you need into a new table, or split it into smaller ones.',
  ),
  sheet_cancelled: entry(
    'The table wasn’t read completely',
    'Reading it was cancelled, and nothing was kept.',
    'To continue, choose the file or paste the rows again.',
  ),
} as const satisfies Record<string, ProblemText>
