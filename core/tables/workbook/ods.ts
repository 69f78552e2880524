import { CodedError } from '../../folder/codedError.ts'
import type { Archive } from './archive.ts'
import { markHiddenRows, parseParts, type Workbook } from './library.ts'
import { decodeXml, parseAttributes } from './xml.ts'

const emptyStyles =
  '<office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>'

/** Opens a workbook of LibreOffice (OpenDocument). Returns `null` if it isn't one. */
export async function openOds(archive: Archive): Promise<Workbook | null> {
  const manifest = await archive.read('META-INF/manifest.xml')
  if (manifest && /<(?:\w{1,20}:)?encryption-data[\s/>]/.test(decodeXml(manifest)))
    throw new CodedError('sheet_locked')
  const content = await archive.read('content.xml')
  if (!content) return null
  return readOds(decodeXml(content), await archive.read('styles.xml'))
}

/** Reads the document of a workbook, which can also be a file of its own. Returns `null` if it isn't a spreadsheet. */
export function readOds(xml: string, styles?: Buffer): Workbook | null {
  if (/<!DOCTYPE/i.test(xml.slice(0, 10_000))) throw new CodedError('sheet_broken')
  if (!/<(?:\w{1,20}:)?spreadsheet[\s/>]/.test(xml)) return null
  const tables = listTables(xml)
  const parts = {
    'META-INF/manifest.xml': '<manifest/>',
    'content.xml': markUncalculated(xml),
    'styles.xml': styles ?? emptyStyles,
  }
  // The text of a cell is stored, and shows what its type and format don't.
  const { Sheets: sheets, SheetNames: names, Workbook: properties } = parseParts(parts, { cellText: true })
  const hiddenStyles = listHiddenStyles(xml)
  return {
    kind: 'ods',
    is1904: properties?.WBProps?.date1904 ?? false,
    sheets: names.map((name, index) => ({
      name,
      isHidden: hiddenStyles.has(tables[index]?.style ?? ''),
    })),
    read: (index) => {
      const sheet = sheets[names[index] ?? '']
      return Promise.resolve(sheet ? markHiddenRows(sheet, tables[index]?.hiddenRows ?? []) : null)
    },
  }
}

/** The library omits a formula without a stored result. */
function markUncalculated(xml: string): string {
  return xml.replace(/<((?:\w{1,20}:)?table-cell)(\s[^<>]*)\/>/g, (tag, name: string, attributes: string) =>
    /[\s:]formula=/.test(attributes) && !/[\s:]value-type=/.test(attributes)
      ? `<${name}${attributes} office:value-type="float" office:value="NaN"></${name}>`
      : tag,
  )
}

/** Returns the names of the styles that hide a table. */
function listHiddenStyles(xml: string): Set<string> {
  const hidden = new Set<string>()
  const styles = xml.matchAll(/<(?:\w{1,20}:)?(?:style\s([^<>]*)|table-properties\s([^<>]*))>/g)
  let style = ''
  for (const { 1: head, 2: properties } of styles) {
    if (head !== undefined) style = parseAttributes(head)['name'] ?? ''
    else if (parseAttributes(properties ?? '')['display'] === 'false') hidden.add(style)
  }
  return hidden
}

interface OdsTable {
  style: string
  /** The first and last index of hidden rows. */
  hiddenRows: [number, number][]
}

/** Maximum number of cells with a value, which the library keeps in memory. A row or a cell can be repeated a million times. */
const maxCells = 6_000_000

/**
 * Returns what the library omits of each table: its style, and which rows are hidden. Throws `CodedError` for more cells
 * than the library can hold.
 */
function listTables(xml: string): OdsTable[] {
  const tables: OdsTable[] = []
  let [row, repeats, cells] = [0, 1, 0]
  for (const { 1: name, 2: text = '' } of xml.matchAll(
    /<(?:\w{1,20}:)?(table|table-row|table-cell)(?=[\s/>])([^<>]*)/g,
  )) {
    if (name === 'table-cell') {
      cells += /[\s:]value-type=/.test(text) ? repeats * readCount(repeatedColumns.exec(text)) : 0
      if (cells > maxCells) throw new CodedError('sheet_too_large')
      continue
    }
    const attributes = parseAttributes(text)
    if (name === 'table') {
      tables.push({ style: attributes['style-name'] ?? '', hiddenRows: [] })
      row = 0
      continue
    }
    repeats = readCount(repeatedRows.exec(text))
    if (attributes['visibility'] !== undefined && attributes['visibility'] !== 'visible')
      tables.at(-1)?.hiddenRows.push([row, row + repeats - 1])
    row += repeats
  }
  return tables
}

const repeatedRows = /number-rows-repeated\s*=\s*["'](\d{1,9})/
const repeatedColumns = /number-columns-repeated\s*=\s*["'](\d{1,9})/

const readCount = (found: RegExpExecArray | null) => Math.max(1, Number(found?.[1] ?? 1))
