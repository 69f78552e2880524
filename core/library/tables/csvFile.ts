import { closeSync, openSync, writeFileSync } from 'node:fs'
import { formatCsvLine, csvByteOrderMark } from '../../../contract/spreadsheet.ts'
import type { FileDelimiter } from '../../../contract/spreadsheet.ts'
import type { TableFile } from './plan.ts'

/** Starts a CSV table. It has only one sheet; rows of further sheets are omitted. */
export function openCsvFile(file: string, delimiter: FileDelimiter): TableFile {
  const descriptor = openSync(file, 'wx', 0o600)
  let isFirst = true
  writeFileSync(descriptor, csvByteOrderMark)
  const close = () => {
    closeSync(descriptor)
    return Promise.resolve()
  }
  return {
    write: (rows) => {
      if (isFirst) writeFileSync(descriptor, rows.map((cells) => formatCsvLine(cells, delimiter)).join(''))
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
