import {
  createWorkbookParts,
  rowXml,
  sheetBegin,
  sheetEnd,
} from '../../../contract/app/tables/workbookParts.ts'
import { crc32 } from '../crc32.ts'

/** Returns an Excel workbook with one sheet. Every cell is typed as text, so none becomes a formula or a date. */
export function createWorkbook(rows: readonly (readonly string[])[]): Blob {
  const sheet = rows.map((cells, index) => rowXml(index + 1, cells)).join('')
  const parts: [path: string, xml: string][] = [
    ...createWorkbookParts([{ name: 'Links' }]),
    ['xl/worksheets/sheet1.xml', sheetBegin() + sheet + sheetEnd],
  ]
  return createZip(parts)
}

/** Returns a ZIP file of texts (APPNOTE.TXT 4.3). It isn't compressed, because tables built in the window are small. */
function createZip(entries: readonly (readonly [path: string, text: string])[]): Blob {
  const encoder = new TextEncoder()
  const files: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const [path, text] of entries) {
    const [name, data] = [encoder.encode(path), encoder.encode(text)]
    // Version 2.0, UTF-8 names, no compression, time 0:00, date 1980-01-01.
    const shared = [u16(20), u16(0x800), u16(0), u16(0), u16(0x21), u32(crc32(data))]
    const sizes = [u32(data.length), u32(data.length), u16(name.length), u16(0)]
    const local = joinBytes([u32(0x04034b50), ...shared, ...sizes, name, data])
    const position = [u16(0), u16(0), u16(0), u32(0), u32(offset)]
    directory.push(joinBytes([u32(0x02014b50), u16(20), ...shared, ...sizes, ...position, name]))
    files.push(local)
    offset += local.length
  }
  const listed = joinBytes(directory)
  const counts = [u16(0), u16(0), u16(entries.length), u16(entries.length)]
  const end = joinBytes([u32(0x06054b50), ...counts, u32(listed.length), u32(offset), u16(0)])
  return new Blob([...files, listed, end], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}

const u16 = (value: number) => Uint8Array.of(value, value >>> 8)
const u32 = (value: number) => Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24)

function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let offset = 0
  for (const piece of pieces) {
    joined.set(piece, offset)
    offset += piece.length
  }
  return joined
}
