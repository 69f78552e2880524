import { SheetFault } from '../fault.ts'
import type { Archive } from './archive.ts'
import type { Workbook } from './book.ts'
import { sharedStrings } from './sharedStrings.ts'
import { formatsOf } from './styles.ts'
import { sheetRows } from './xlsxRows.ts'
import { plainName, readWholeXml } from './xml.ts'

/** A workbook of Excel (ECMA-376), of the strict kind too. */
export async function xlsxOf(archive: Archive): Promise<Workbook | null> {
  const path = (await relationsOf(archive, '')).find(({ type }) => type.endsWith('/officeDocument'))?.target
  if (path === undefined || !archive.has(path)) return null
  const relations = await relationsOf(archive, path)
  const partOf = (kind: string) => relations.find(({ type }) => type.endsWith(`/${kind}`))?.target
  const { found, is1904 } = await sheetsIn(archive, path)
  const sheets = found.flatMap((sheet) => {
    const isOf = ({ id, type }: Relation) => id === sheet.relation && type.endsWith('/worksheet')
    const part = relations.find(isOf)?.target
    return part === undefined ? [] : [{ ...sheet, part }]
  })
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  const chosen = (at: number | undefined) =>
    at === undefined ? (visible.length > 0 ? visible : sheets) : sheets.slice(at, at + 1)
  const [strings, styles] = [partOf('sharedStrings'), partOf('styles')]
  return {
    kind: 'xlsx',
    names: () => Promise.resolve(sheets.map(({ name }) => name)),
    size: (sheet) =>
      [strings, chosen(sheet)[0]?.part].reduce((sum, part) => sum + archive.sizeOf(part ?? ''), 0),
    rows: async function* (sheet, onRead) {
      const shared = {
        strings: strings === undefined ? [] : await sharedStrings(archive, strings, onRead),
        formats: styles === undefined ? [] : await formatsOf(archive, styles),
        is1904,
      }
      for (const { part } of chosen(sheet)) {
        let isEmpty = true
        for await (const rows of sheetRows(archive.texts(part, onRead), shared)) {
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

/** What a part leads to, by paths from the root. */
async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`
  if (!archive.has(path)) return []
  const relations: Relation[] = []
  await readWholeXml(archive.texts(path), {
    open: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (name === 'Relationship' && relations.length < mostParts) {
        relations.push({ id, type, target: pathFrom(folder, target) })
      }
    },
    text: () => undefined,
    close: () => undefined,
  })
  return relations
}

function pathFrom(folder: string, target: string): string {
  try {
    return decodeURI(new URL(target, `zip:/${folder}`).pathname.slice(1))
  } catch {
    throw new SheetFault('sheet_broken')
  }
}

/** More sheets than any workbook has. */
const mostParts = 10_000

async function sheetsIn(archive: Archive, path: string) {
  const found: { name: string; relation: string; isHidden: boolean }[] = []
  let is1904 = false
  await readWholeXml(archive.texts(path), {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      if (name !== 'sheet' || found.length >= mostParts) return
      const relation = Object.entries(attributes).find(([key]) => key !== 'id' && plainName(key) === 'id')
      found.push({
        name: attributes['name'] ?? '',
        relation: relation?.[1] ?? '',
        isHidden: (attributes['state'] ?? 'visible') !== 'visible',
      })
    },
    text: () => undefined,
    close: () => undefined,
  })
  return { found, is1904 }
}
