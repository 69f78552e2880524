import { SheetError } from '../sheetError.ts'
import type { Archive } from './archive.ts'
import type { Workbook } from './book.ts'
import { parseNumberFormat } from './formats.ts'
import type { NumberFormat } from './formats.ts'
import { readSharedStrings } from './sharedStrings.ts'
import { readSheetRows } from './xlsxRows.ts'
import { localName, readWholeXml } from './xml.ts'

/** Maximum number of styles. */
const maxStyles = 100_000

/** Opens an Excel workbook (ECMA-376, transitional or strict). Returns `null` if it isn't one. */
export async function openXlsx(archive: Archive): Promise<Workbook | null> {
  const path = (await readRelations(archive, '')).find(({ type }) => type.endsWith('/officeDocument'))?.target
  if (path === undefined || !archive.has(path)) return null
  const relations = await readRelations(archive, path)
  const findPart = (kind: string) => relations.find(({ type }) => type.endsWith(`/${kind}`))?.target
  const { declaredSheets, is1904 } = await listSheets(archive, path)
  const sheets = declaredSheets.flatMap((sheet) => {
    const isSheetRelation = ({ id, type }: Relation) => id === sheet.relation && type.endsWith('/worksheet')
    const part = relations.find(isSheetRelation)?.target
    return part === undefined ? [] : [{ ...sheet, part }]
  })
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  const chooseSheets = (index: number | undefined) =>
    index === undefined ? (visible.length > 0 ? visible : sheets) : sheets.slice(index, index + 1)
  const [strings, styles] = [findPart('sharedStrings'), findPart('styles')]
  return {
    kind: 'xlsx',
    names: () => Promise.resolve(sheets.map(({ name }) => name)),
    size: (sheet) =>
      [strings, chooseSheets(sheet)[0]?.part].reduce((sum, part) => sum + archive.sizeOf(part ?? ''), 0),
    rows: async function* (sheet, onRead) {
      const shared = {
        strings: strings === undefined ? [] : await readSharedStrings(archive, strings, onRead),
        formats: styles === undefined ? [] : await readFormats(archive, styles),
        is1904,
      }
      for (const { part } of chooseSheets(sheet)) {
        let isEmpty = true
        for await (const rows of readSheetRows(archive.texts(part, onRead), shared)) {
          isEmpty &&= rows.every(({ cells }) => cells.length === 0)
          yield rows
        }
        if (!isEmpty) return
      }
    },
    close: archive.close,
  }
}

interface Relation {
  id: string
  type: string
  target: string
}

/** Returns the relations of a part, with paths from the root. */
async function readRelations(archive: Archive, part: string): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`
  if (!archive.has(path)) return []
  const relations: Relation[] = []
  await readWholeXml(archive.texts(path), {
    open: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (name === 'Relationship' && relations.length < maxSheets) {
        relations.push({ id, type, target: resolvePath(folder, target) })
      }
    },
    text: () => undefined,
    close: () => undefined,
  })
  return relations
}

function resolvePath(folder: string, target: string): string {
  try {
    return decodeURI(new URL(target, `zip:/${folder}`).pathname.slice(1))
  } catch {
    throw new SheetError('sheet_broken')
  }
}

/** Maximum number of sheets. */
const maxSheets = 10_000

async function listSheets(archive: Archive, path: string) {
  const declaredSheets: { name: string; relation: string; isHidden: boolean }[] = []
  let is1904 = false
  await readWholeXml(archive.texts(path), {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      if (name !== 'sheet' || declaredSheets.length >= maxSheets) return
      const relation = Object.entries(attributes).find(([key]) => key !== 'id' && localName(key) === 'id')
      declaredSheets.push({
        name: attributes['name'] ?? '',
        relation: relation?.[1] ?? '',
        isHidden: (attributes['state'] ?? 'visible') !== 'visible',
      })
    },
    text: () => undefined,
    close: () => undefined,
  })
  return { declaredSheets, is1904 }
}

/** Reads the number format of each cell style. */
async function readFormats(archive: Archive, path: string): Promise<NumberFormat[]> {
  const formats = new Map<number, NumberFormat>()
  const ids: number[] = []
  let inCells = false
  await readWholeXml(archive.texts(path), {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'cellXfs') inCells = true
      const id = Number(numFmtId)
      if (name === 'numFmt' && formats.size < maxStyles) formats.set(id, parseNumberFormat(id, formatCode))
      if (name === 'xf' && inCells && ids.length < maxStyles) ids.push(id)
    },
    text: () => undefined,
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return ids.map((id) => formats.get(id) ?? parseNumberFormat(id, undefined))
}
