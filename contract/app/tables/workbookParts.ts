/** A sheet to write. */
export interface SheetPlan {
  name: string
  /** Column widths in characters; other columns have the default width. */
  widths?: readonly number[]
}

const xmlHeader = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const contentTypePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Returns path and text of all parts of a workbook except its sheets. */
export function createWorkbookParts(sheets: readonly SheetPlan[]): [path: string, xml: string][] {
  const mapSheets = (make: (number: number, name: string) => string) =>
    sheets.map(({ name }, index) => make(index + 1, name)).join('')
  return [
    [
      '[Content_Types].xml',
      `${xmlHeader}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${contentTypePrefix}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentTypePrefix}.styles+xml"/>` +
        `${mapSheets((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${contentTypePrefix}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${xmlHeader}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationshipsNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${xmlHeader}<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipsNamespace}"><sheets>` +
        `${mapSheets((number, name) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${xmlHeader}<Relationships xmlns="${packageNamespace}/relationships">` +
        mapSheets(
          (number) =>
            `<Relationship Id="rId${number}" Type="${relationshipsNamespace}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
        ) +
        `<Relationship Id="rId${sheets.length + 1}" Type="${relationshipsNamespace}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ]
}

/** Style 1 is text, so that edited cells stay text; style 2 is bold text. */
const styles =
  `${xmlHeader}<styleSheet xmlns="${mainNamespace}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

/** Returns the XML before the rows of a sheet. The first row is frozen. */
export function sheetBegin(widths: readonly number[] = []): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  return (
    `${xmlHeader}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `${columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`}<sheetData>`
  )
}

export const sheetEnd = '</sheetData></worksheet>'

/** Returns a row of text cells. The first row is the header. */
export function rowXml(row: number, cells: readonly string[]): string {
  const style = row === 1 ? 2 : 1
  const texts = cells.map((cell, index) =>
    cell === ''
      ? ''
      : `<c r="${columnLetters(index)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(truncateCell(cell))}</t></is></c>`,
  )
  return `<row r="${row}">${texts.join('')}</row>`
}

/** Maximum cell length in UTF-16 units. Excel treats workbooks with longer cells as damaged. CSV has no such limit. */
const maxTextLength = 32_767

function truncateCell(cell: string): string {
  return cell.length <= maxTextLength ? cell : `${cell.slice(0, maxTextLength - 1).toWellFormed()}…`
}

/**
 * Encodes characters that XML can't contain as `_x000D_`, and escapes text that looks like that (ECMA-376
 * part 1, 22.9.2.19).
 */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\0-\x08\x0b-\x1f\ufffe\uffff]/g, (char) => `_x${toHex(char)}_`)
    .replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}

function toHex(char: string): string {
  return char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
}

/** Returns the letters of a column as spreadsheets show them: `C` for index 2. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}
