import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import {
  rowXml,
  sheetBegin,
  sheetEnd,
  createWorkbookParts,
} from '../../../contract/app/tables/workbookParts.ts'
import type { SheetPlan } from '../../../contract/app/tables/workbookParts.ts'
import type { TableFile } from './plan.ts'
import { openZip } from './zip.ts'

/** Starts an Excel workbook (ECMA-376). Every cell is text, so that none becomes a formula or date. */
export async function openXlsxFile(file: string, sheets: readonly SheetPlan[]): Promise<TableFile> {
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
