import { text } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** Reads a workbook without any code of the app. Returns the texts of each sheet by its name. */
export async function readXlsx(bytes: Buffer): Promise<Record<string, string[][]>> {
  const parts = new Map<string, string>()
  const zip = await fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  }
  const workbook = parts.get('xl/workbook.xml') ?? ''
  const names = [...workbook.matchAll(/<sheet name="([^"]*)"/g)].map(([, name = '']) => name)
  return Object.fromEntries(
    names.map((name, at) => [name, rowsIn(parts.get(`xl/worksheets/sheet${at + 1}.xml`) ?? '')]),
  )
}

function rowsIn(xml: string): string[][] {
  return [...xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, number = '', rowXml = '']) => {
    const cells: string[] = []
    for (const match of rowXml.matchAll(
      /<c r="([A-Z]+)(\d+)" s="\d+" t="inlineStr"><is><t xml:space="preserve">(.*?)<\/t><\/is><\/c>/gs,
    )) {
      const [, letters = '', row, cellXml = ''] = match
      if (row !== number) throw new Error(`Row ${number} contains a cell of row ${row}.`)
      const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
      while (cells.length < column) cells.push('')
      cells[column] = plain(cellXml)
    }
    return cells
  })
}

function plain(xml: string): string {
  return xml
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}
