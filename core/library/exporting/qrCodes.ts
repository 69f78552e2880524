import type { QrStyle } from '../../../contract/app/qr/qrStyle.ts'
import type { QrAppearance } from '../../../contract/app/qr/appearance.ts'
import { encodeModules } from '../../../contract/app/qr/modules.ts'
import { renderSvg } from '../../../contract/app/qr/svg.ts'
import { formatCsv, type FileDelimiter } from '../../../contract/app/tables/spreadsheet.ts'
import { fieldText } from '../index/entry.ts'
import { toRecord, type LinkRow } from '../linkRow.ts'
import { createUniqueNames, toFileName } from './fileName.ts'

/** QR code styles by profile. */
export type QrStyles = Readonly<Record<string, QrStyle>>

/** Files of a ZIP, and the number of links they were made from. */
export interface QrPiece {
  files: { name: string; text: string }[]
  links: number
  /** Number of links without an address, or with one too long for a code. */
  skipped: number
}

const plainStyle: QrStyle = {
  foreground: '#000000',
  background: '#ffffff',
  logo: null,
  logoShare: 0.22,
  centimetres: 3,
}

/** Yields a code for each link, named by title and path, and finally an index table. */
export function* createQrPieces(
  batches: Iterable<LinkRow[]>,
  styles: QrStyles,
  delimiter?: FileDelimiter,
): Generator<QrPiece, void> {
  const uniqueName = createUniqueNames()
  const cachedSettings = new Map<string, { appearance: QrAppearance; centimetres: number }>()
  const table: string[][] = [['File', 'Link', 'Title']]
  const getSettings = (profileId: string) => {
    const settings =
      cachedSettings.get(profileId) ??
      toSettings(Object.hasOwn(styles, profileId) ? styles[profileId] : plainStyle)
    cachedSettings.set(profileId, settings)
    return settings
  }
  for (const rows of batches) {
    const files = rows.flatMap((row) => {
      const record = toRecord(row)
      const { link, path, profileId } = record
      const { appearance, centimetres } = getSettings(profileId)
      const modules = link === null ? null : encodeModules(link, appearance)
      if (link === null || modules === null) return []
      const title = fieldText(record, 'title') ?? ''
      const name = `${uniqueName([toFileName(title), toFileName(path ?? '')].filter(Boolean).join(' - ') || 'link')}.svg`
      table.push([name, link, title])
      return [{ name, text: renderSvg(modules, appearance, centimetres) }]
    })
    yield { files, links: rows.length, skipped: rows.length - files.length }
  }
  yield { files: [{ name: 'links.csv', text: formatCsv(table, delimiter) }], links: 0, skipped: 0 }
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
