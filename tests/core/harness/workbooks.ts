import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** Returns a ZIP of these parts. */
export async function createZip(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content as string), path)
  zip.end()
  return await buffer(zip.outputStream as Readable)
}

interface XlsxSheet {
  name: string
  /** The content of `sheetData`. */
  rows: string
  state?: 'hidden' | 'visible'
}

interface Xlsx {
  sheets: readonly XlsxSheet[]
  /** The `si` elements. */
  strings?: string
  /** The content of `styleSheet`. */
  styles?: string
  is1904?: boolean
  /** The namespace prefix of elements, which some programs write. */
  prefix?: string
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationshipsXml = (list: readonly string[]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
const relationshipXml = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`

/** Returns a workbook as Excel writes it. */
export async function createXlsx({
  sheets,
  strings,
  styles,
  is1904 = false,
  prefix = '',
}: Xlsx): Promise<Buffer> {
  const addPrefix = (xml: string) => (prefix === '' ? xml : xml.replace(/<(\/?)(?=\w)/g, `<$1${prefix}:`))
  const sheetEntries = sheets.map(
    ({ name, state = 'visible' }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="s${at + 1}"/>`,
  )
  return await createZip({
    '_rels/.rels': relationshipsXml([relationshipXml('r1', 'officeDocument', '/xl/workbook.xml')]),
    'xl/workbook.xml': addPrefix(
      `<workbook xmlns:r="${relations}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${sheetEntries.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relationshipsXml([
      ...sheets.map((_, at) => relationshipXml(`s${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
      relationshipXml('x1', 'sharedStrings', 'sharedStrings.xml'),
      relationshipXml('x2', 'styles', 'styles.xml'),
    ]),
    'xl/sharedStrings.xml': addPrefix(`<sst>${strings ?? ''}</sst>`),
    'xl/styles.xml': addPrefix(`<styleSheet>${styles ?? ''}</styleSheet>`),
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        addPrefix(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
      ]),
    ),
  })
}

/** Returns the XML of a sheet with rows of texts, as Excel writes it. */
export function textRows(rows: readonly (readonly string[])[]): string {
  return rows
    .map(
      (cells) => `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
    )
    .join('')
}

/** Returns a workbook as LibreOffice writes it, with these tables. */
export async function createOds(
  tables: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  const namespaces = ['office', 'table', 'text']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ')
  return await createZip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${namespaces}><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ...more,
  })
}
