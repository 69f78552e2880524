import { maxCellLength } from '../../../../../contract/runs/mapping.ts'
import { SheetError } from '../sheetError.ts'
import type { Archive } from './archive.ts'
import { readWholeXml } from './xml.ts'

/**
 * Maximum number of shared strings, and their maximum total length in UTF-16 units. They are kept in memory
 * while the workbook is read.
 */
const [maxStrings, maxTotalLength] = [4_000_000, 150_000_000]

/** Reads the strings that cells refer to by number. */
export async function readSharedStrings(
  archive: Archive,
  path: string,
  onRead: (bytes: number) => void,
): Promise<string[]> {
  const strings: string[] = []
  let length = 0
  const text = createStringText()
  await readWholeXml(archive.texts(path, onRead), {
    open: (name) => {
      if (name === 'si') text.begin()
      text.open(name)
    },
    text: text.add,
    close: (name) => {
      text.close(name)
      if (name !== 'si') return
      const string = text.end()
      length += string.length
      if (strings.push(string) > maxStrings || length > maxTotalLength)
        throw new SheetError('sheet_too_large')
    },
  })
  return strings
}

/**
 * Collects the text of a string from its runs, without phonetic hints. Limited to a little more than a cell
 * can contain.
 */
export interface StringText {
  begin: () => void
  open: (name: string) => void
  add: (text: string) => void
  close: (name: string) => void
  end: () => string
}

export function createStringText(): StringText {
  let [collected, isText, isPhonetic] = ['', false, false]
  return {
    begin: () => void ([collected, isText, isPhonetic] = ['', false, false]),
    open: (name) => {
      if (name === 't') isText = true
      if (name === 'rPh') isPhonetic = true
    },
    add: (text) => {
      if (isText && !isPhonetic && collected.length <= maxCellLength)
        collected += text.slice(0, maxCellLength + 1)
    },
    close: (name) => {
      if (name === 't') isText = false
      if (name === 'rPh') isPhonetic = false
    },
    end: () => unescapeString(collected),
  }
}

/** Decodes characters that XML can't contain, spelled `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
function unescapeString(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}
