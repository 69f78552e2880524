import { SheetError } from '../sheetError.ts'
import type { Archive } from './archive.ts'
import type { Workbook } from './book.ts'
import { readOdsRows } from './odsRows.ts'
import { readWholeXml } from './xml.ts'

const contentPath = 'content.xml'
const manifestPath = 'META-INF/manifest.xml'

/** Opens a LibreOffice workbook (OpenDocument 1.2 and later). Returns `null` if it isn't one. */
export async function openOds(archive: Archive): Promise<Workbook | null> {
  await rejectEncrypted(archive)
  if (!archive.has(contentPath)) return null
  return {
    kind: 'ods',
    names: () => listTables(archive),
    size: () => archive.sizeOf(contentPath),
    rows: (sheet, onRead) => readOdsRows(archive.texts(contentPath, onRead), sheet),
    close: archive.close,
  }
}

/**
 * With a password, all parts except the manifest are encrypted. Since OpenDocument 1.3, one encrypted part
 * can contain all others.
 */
async function rejectEncrypted(archive: Archive): Promise<void> {
  if (!archive.has(manifestPath)) return
  await readWholeXml(archive.texts(manifestPath), {
    open: (name) => {
      if (name === 'encryption-data') throw new SheetError('sheet_locked')
    },
    text: () => undefined,
    close: () => undefined,
  })
}

/** Maximum number of tables. */
const maxTables = 10_000

async function listTables(archive: Archive): Promise<string[]> {
  const names: string[] = []
  let depth = 0
  await readWholeXml(archive.texts(contentPath), {
    open: (name, attributes) => {
      // A nested table isn't a sheet.
      if (name !== 'table' || depth++ > 0) return
      if (names.length < maxTables) names.push(attributes['table:name'] ?? '')
    },
    text: () => undefined,
    close: (name) => {
      if (name === 'table') depth--
    },
  })
  return names
}
