import { SheetFault } from '../fault.ts'
import type { Archive } from './archive.ts'
import type { Workbook } from './book.ts'
import { odsRows } from './odsRows.ts'
import { readWholeXml } from './xml.ts'

const content = 'content.xml'
const manifest = 'META-INF/manifest.xml'

/** A workbook of LibreOffice (OpenDocument 1.2 and later). */
export async function odsOf(archive: Archive): Promise<Workbook | null> {
  await refuseLocked(archive)
  if (!archive.has(content)) return null
  return {
    kind: 'ods',
    names: () => tablesIn(archive),
    size: () => archive.sizeOf(content),
    rows: (sheet, onRead) => odsRows(archive.texts(content, onRead), sheet),
    close: archive.close,
  }
}

/** With a password, every part but the manifest is encrypted; since OpenDocument 1.3 they can be one in which all others are. */
async function refuseLocked(archive: Archive): Promise<void> {
  if (!archive.has(manifest)) return
  await readWholeXml(archive.texts(manifest), {
    open: (name) => {
      if (name === 'encryption-data') throw new SheetFault('sheet_locked')
    },
    text: () => undefined,
    close: () => undefined,
  })
}

/** More tables than any workbook has. */
const mostTables = 10_000

async function tablesIn(archive: Archive): Promise<string[]> {
  const names: string[] = []
  let depth = 0
  await readWholeXml(archive.texts(content), {
    open: (name, attributes) => {
      // A table within a table is no sheet.
      if (name !== 'table' || depth++ > 0) return
      if (names.length < mostTables) names.push(attributes['table:name'] ?? '')
    },
    text: () => undefined,
    close: (name) => {
      if (name === 'table') depth--
    },
  })
  return names
}
