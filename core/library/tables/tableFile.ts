import { closeSync, openSync, writeFileSync } from 'node:fs'
import { csvByteOrderMark, formatCsvLine } from '../../../contract/app/tables/spreadsheet.ts'
import type { FileDelimiter } from '../../../contract/app/tables/spreadsheet.ts'
import type { SheetPlan } from '../../../contract/app/tables/workbookParts.ts'
import type { TableFile } from './plan.ts'
import { openXlsxFile } from './xlsxFile.ts'

/** Starts a table in a new file. CSV contains only the first sheet. */
export async function openTableFile(
  file: string,
  format: 'csv' | 'xlsx',
  sheets: readonly [SheetPlan, ...SheetPlan[]],
  delimiter: FileDelimiter = ',',
): Promise<TableFile> {
  return format === 'csv' ? openCsvFile(file, delimiter) : await openXlsxFile(file, sheets)
}

/** Starts a CSV table. It has only one sheet; rows of further sheets are omitted. */
function openCsvFile(file: string, delimiter: FileDelimiter): TableFile {
  const descriptor = openSync(file, 'wx', 0o600)
  let isFirst = true
  // Written with the first rows, so that the caller can close the file if the disk is full.
  let prefix = csvByteOrderMark
  let isOpen = true
  const close = () => {
    if (isOpen) closeSync(descriptor)
    isOpen = false
    return Promise.resolve()
  }
  return {
    write: (rows) => {
      const lines = rows.map((cells) => formatCsvLine(cells, delimiter))
      if (isFirst) writeFileSync(descriptor, prefix + lines.join(''))
      prefix = ''
      return Promise.resolve()
    },
    nextSheet: () => {
      isFirst = false
      return Promise.resolve()
    },
    end: close,
    abandon: close,
  }
}
