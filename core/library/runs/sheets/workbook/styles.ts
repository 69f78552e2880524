import type { Archive } from './archive.ts'
import { parseNumberFormat } from './formats.ts'
import type { NumberFormat } from './formats.ts'
import { readWholeXml } from './xml.ts'

/** Maximum number of styles. */
const maxStyles = 100_000

/** Reads the number format of each cell style. */
export async function readFormats(archive: Archive, path: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let inCells = false
  await readWholeXml(archive.texts(path), {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'cellXfs') inCells = true
      if (name === 'numFmt' && codes.size < maxStyles) codes.set(Number(numFmtId), formatCode)
      if (name === 'xf' && inCells && ids.length < maxStyles) ids.push(Number(numFmtId))
    },
    text: () => undefined,
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return ids.map((id) => parseNumberFormat(id, codes.get(id)))
}
