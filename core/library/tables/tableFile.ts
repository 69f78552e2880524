import { closeSync, openSync, writeFileSync } from 'node:fs'
import {
  csvByteOrderMark,
  formatCsvLine,
  type FileDelimiter,
} from '../../../contract/app/tables/spreadsheet.ts'
import {
  type SheetPlan,
  rowXml,
  sheetBegin,
  sheetEnd,
  createWorkbookParts,
} from '../../../contract/app/tables/workbookParts.ts'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { openZip } from './zip.ts'

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

/** Starts an Excel workbook (ECMA-376). Every cell is text, so that none becomes a formula or date. */
async function openXlsxFile(file: string, sheets: readonly SheetPlan[]): Promise<TableFile> {
  const { zip, completion, end, abandon } = await openZip(file)
  for (const [path, xml] of createWorkbookParts(sheets)) zip.addBuffer(Buffer.from(xml), path)

  let [number, row] = [0, 0]
  let sheet = beginSheet()
  function beginSheet(): PassThrough {
    const stream = new PassThrough()
    zip.addReadStream(stream, `xl/worksheets/sheet${++number}.xml`)
    stream.write(sheetBegin(sheets[number - 1]?.widths))
    row = 0
    return stream
  }
  const writeXml = async (xml: string) => {
    if (!sheet.write(xml)) await Promise.race([once(sheet, 'drain'), completion])
  }
  return {
    write: (rows) => writeXml(rows.map((cells) => rowXml(++row, cells)).join('')),
    nextSheet: () => {
      sheet.end(sheetEnd)
      sheet = beginSheet()
      return Promise.resolve()
    },
    end: async () => {
      sheet.end(sheetEnd)
      await end()
    },
    abandon: async () => {
      sheet.destroy()
      await abandon()
    },
  }
}

/** A table being written to a file. All cells are text. Incomplete until `end`. */
export interface TableFile {
  write: (rows: readonly (readonly string[])[]) => Promise<void>
  /** Continues in the next sheet. */
  nextSheet: () => Promise<void>
  end: () => Promise<void>
  /** Closes an incomplete file; does nothing after `end`. Resolves when it is closed. */
  abandon: () => Promise<void>
}
