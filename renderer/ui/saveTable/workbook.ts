import { strToU8, zipSync } from 'fflate'
import {
  createWorkbookParts,
  rowXml,
  sheetBegin,
  sheetEnd,
} from '../../../contract/app/tables/workbookParts.ts'

/** Returns an Excel workbook with one sheet. Every cell is typed as text, so none becomes a formula or a date. */
export function createWorkbook(rows: readonly (readonly string[])[]): Blob {
  const sheet = rows.map((cells, index) => rowXml(index + 1, cells)).join('')
  const parts: [path: string, xml: string][] = [
    ...createWorkbookParts([{ name: 'Links' }]),
    ['xl/worksheets/sheet1.xml', sheetBegin() + sheet + sheetEnd],
  ]
  // Not compressed, because tables built in the window are small.
  const zip = zipSync(Object.fromEntries(parts.map(([path, xml]) => [path, strToU8(xml)])), { level: 0 })
  return new Blob([zip], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
}
