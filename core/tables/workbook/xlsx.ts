import { CodedError } from '../../folder/codedError.ts'
import type { Archive } from './archive.ts'
import { markHiddenRows, parseParts, type HiddenRows, type Workbook } from './library.ts'
import { decodeXml, escapeXml, listElements } from './xml.ts'

/** Opens an Excel workbook (ECMA-376, transitional or strict). Returns `null` if it isn't one. */
export async function openXlsx(archive: Archive): Promise<Workbook | null> {
  const path = (await readRelations(archive, '')).find(({ type }) => type.endsWith('/officeDocument'))?.target
  if (path === undefined || !archive.has(path) || path.endsWith('.bin')) return null
  const workbook = await readXml(archive, path)
  const relations = await readRelations(archive, path)
  const sheets = Array.from(listElements(workbook, 'sheet')).flatMap(({ name = '', state, id }) => {
    const part = relations.find(
      (relation) => relation.id === id && relation.type.endsWith('/worksheet'),
    )?.target
    return part === undefined ? [] : [{ name, part, isHidden: (state ?? 'visible') !== 'visible' }]
  })
  const [properties] = listElements(workbook, 'workbookPr')
  const is1904 = /^(?:1|true)$/.test(properties?.['date1904'] ?? '')
  const readShared = async (kind: string) => {
    const part = relations.find(({ type }) => type.endsWith(`/${kind}`))?.target
    return part === undefined ? undefined : await archive.read(part)
  }
  let shared: { strings: Buffer | undefined; styles: Buffer | undefined } | null = null
  return {
    kind: 'xlsx',
    sheets,
    is1904,
    read: async (index) => {
      const sheet = sheets[index]
      if (!sheet) return null
      shared ??= { strings: await readShared('sharedStrings'), styles: await readShared('styles') }
      const links = await readRelations(archive, sheet.part, true)
      const xml = await readXml(archive, sheet.part)
      const parts = {
        ...fixedParts(is1904),
        'xl/worksheets/sheet1.xml': adaptCells(xml),
        'xl/worksheets/_rels/sheet1.xml.rels': formatRelations(links),
        ...(shared.strings && { 'xl/sharedStrings.xml': shared.strings }),
        ...(shared.styles && { 'xl/styles.xml': shared.styles }),
      }
      const parsed = parseParts(parts).Sheets[sheetName]
      if (!parsed) throw new CodedError('sheet_broken')
      return markHiddenRows(parsed, listHiddenRows(xml))
    },
  }
}

async function readXml(archive: Archive, path: string): Promise<string> {
  const part = await archive.read(path)
  if (!part) throw new CodedError('sheet_broken')
  return decodeXml(part)
}

/** The library gives a formula without a stored result the value 0, and reads dates in ISO 8601 as numbers. */
function adaptCells(xml: string): string {
  const withTexts = xml.replace(/(<(?:\w{1,20}:)?c\s[^<>]{0,200}?)\bt="d"/g, '$1t="str"')
  return withTexts.replace(
    /(<\/(?:\w{1,20}:)?f>|<(?:\w{1,20}:)?f(?:\s[^<>]*)?\/>)\s{0,99}(?:<(?:\w{1,20}:)?v(?:\/>|><\/(?:\w{1,20}:)?v>))?\s{0,99}(?=<\/(?:\w{1,20}:)?c>)/g,
    '$1<v>NaN</v>',
  )
}

function listHiddenRows(xml: string): HiddenRows {
  const hidden: [number, number][] = []
  let index = -1
  for (const { 1: text = '' } of xml.matchAll(/<(?:\w{1,20}:)?row(?=[\s/>])([^<>]*)/g)) {
    const number = /\br="(\d{1,7})"/.exec(text)?.[1]
    index = number === undefined ? index + 1 : Number(number) - 1
    if (/\bhidden="(?:1|true)"/.test(text)) hidden.push([index, index])
  }
  return hidden.toSorted(([a], [b]) => a - b)
}

interface Relation {
  id: string
  type: string
  target: string
}

/** Returns the relations of a part: to parts, with paths from the root, or to addresses outside of the workbook. */
async function readRelations(archive: Archive, part: string, isExternal = false): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`
  if (!archive.has(path)) return []
  const relations: Relation[] = []
  for (const element of listElements(await readXml(archive, path), 'Relationship')) {
    const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = element
    if ((mode === 'External') !== isExternal) continue
    relations.push({ id, type, target: isExternal ? target : resolvePath(folder, target) })
  }
  return relations
}

function resolvePath(folder: string, target: string): string {
  try {
    return decodeURI(new URL(target, `zip:/${folder}`).pathname.slice(1))
  } catch {
    throw new CodedError('sheet_broken')
  }
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function formatRelations(relations: readonly Relation[]): string {
  const elements = relations.map(
    ({ id, type, target }) =>
      `<Relationship Id="${escapeXml(id)}" Type="${escapeXml(type)}" Target="${escapeXml(target)}" TargetMode="External"/>`,
  )
  return `<Relationships xmlns="${packages}/relationships">${elements.join('')}</Relationships>`
}

/** Name of the only sheet that the library parses. */
const sheetName = '1'

/** Returns the parts around a single sheet, so that the library parses no others. */
function fixedParts(is1904: boolean): Record<string, string> {
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${types}.${type}+xml"/>`
  return {
    '[Content_Types].xml':
      `<Types xmlns="${packages}/content-types">` +
      override('workbook', 'sheet.main') +
      override('worksheets/sheet1', 'worksheet') +
      override('sharedStrings', 'sharedStrings') +
      `${override('styles', 'styles')}</Types>`,
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets><sheet name="${sheetName}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  }
}
