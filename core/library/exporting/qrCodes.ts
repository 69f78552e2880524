import { Readable } from 'node:stream'
import type { QrStyle } from '../../../contract/app/qr/qrStyle.ts'
import { encodeModules } from '../../../contract/app/qr/modules.ts'
import { renderSvg } from '../../../contract/app/qr/svg.ts'
import type { ExportFormat } from '../../../contract/app/calls/links/exports.ts'
import { formatCsv } from '../../../contract/app/tables/spreadsheet.ts'
import { fieldText } from '../index/entry.ts'
import { toRecord, type LinkRow } from '../linkRow.ts'
import { openZip } from '../tables/zip.ts'
import { renderPng } from './qrPng.ts'
import type { Writing } from './writing.ts'
import { toFileName } from './fileName.ts'

type QrFormat = Extract<ExportFormat, { kind: 'qr' }>

/** QR code styles by profile. */
export type QrStyles = Readonly<Record<string, QrStyle>>

const plainStyle: QrStyle = {
  foreground: '#000000',
  background: '#ffffff',
  logo: null,
  logoShare: 0.22,
  centimetres: 3,
}

/** Constant time stamp, so that the same links produce the same bytes. */
const fixedMtime = new Date(Date.UTC(2000, 0, 1))

/**
 * Writes a ZIP with a code for each link, named by title and path, and finally an index table. Skips links without an
 * address, and with one too long for a code.
 */
export async function* writeQrCodes(
  file: string,
  batches: Iterable<LinkRow[]>,
  styles: QrStyles,
  format: QrFormat,
): Writing {
  const { zip, completion, end, abandon } = await openZip(file)
  const addFile = ({ name, text }: { name: string; text: string | Buffer }) =>
    new Promise<void>((resolve) => {
      zip.addReadStreamLazy(name, { mtime: fixedMtime, forceDosTimestamp: true, mode: 0o100644 }, (give) => {
        resolve()
        give(null, Readable.from([text]))
      })
    })
  const table: string[][] = [['File', 'Link', 'Title']]
  const createFiles = createQrFiles(styles, table, format)
  try {
    for (const rows of batches) {
      const files = createFiles(rows)
      // Continues when all but the last are written.
      await Promise.race([Promise.all(files.map(addFile)), completion])
      yield { links: rows.length, skipped: rows.length - files.length }
    }
    await Promise.race([addFile({ name: 'links.csv', text: formatCsv(table, format.delimiter) }), completion])
    await end()
  } finally {
    await abandon()
  }
}

/** Returns a function that draws the codes of links, and adds them to an index table. */
function createQrFiles(styles: QrStyles, table: string[][], { image, centimetres: chosen }: QrFormat) {
  const uniqueName = createUniqueNames()
  return (rows: readonly LinkRow[]) =>
    rows.flatMap((row) => {
      const record = toRecord(row)
      const { link, path, profileId } = record
      const style = Object.hasOwn(styles, profileId) ? styles[profileId] : plainStyle
      const { appearance, centimetres } = toSettings(style)
      const modules = link === null ? null : encodeModules(link, appearance)
      if (link === null || modules === null) return []
      const title = fieldText(record, 'title') ?? ''
      const isPng = image === 'png' && appearance.logo === null
      const base = [toFileName(title), toFileName(path ?? '')].filter(Boolean).join(' - ') || 'link'
      const name = `${uniqueName(base)}.${isPng ? 'png' : 'svg'}`
      const render = isPng ? renderPng : renderSvg
      table.push([name, link, title])
      return [{ name, text: render(modules, appearance, chosen ?? centimetres) }]
    })
}

function toSettings({ foreground, background, logo, logoShare, centimetres }: QrStyle = plainStyle) {
  const picture = logo && { dataUrl: logo.dataUrl, pixels: readPngSize(logo.dataUrl) }
  return { appearance: { foreground, background, logo: picture, logoShare }, centimetres }
}

/** Reads width and height from the first chunk (IHDR) of a PNG. */
function readPngSize(dataUrl: string): { width: number; height: number } {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1, dataUrl.indexOf(',') + 41), 'base64')
  return bytes.length < 24
    ? { width: 1, height: 1 }
    : { width: Math.max(1, bytes.readUInt32BE(16)), height: Math.max(1, bytes.readUInt32BE(20)) }
}

/** Returns a function that makes file names unique, ignoring case because some systems do. */
export function createUniqueNames() {
  const usedKeys = new Set<string>()
  return (preferred: string): string => {
    let name = preferred
    for (let number = 2; usedKeys.has(nameKey(name)); number++) name = `${preferred} ${number}`
    usedKeys.add(nameKey(name))
    return name
  }
}

const nameKey = (name: string) => name.normalize('NFC').toLowerCase()
