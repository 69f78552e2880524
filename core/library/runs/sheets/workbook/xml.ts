import type { Parser } from 'htmlparser2'
import { SheetError } from '../sheetError.ts'

/** What hears of a document as it passes by, with names as they are without a prefix. */
export interface XmlReader {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  text: (text: string) => void
  close: (name: string) => void
}

/** No workbook is nested so deep, and memory is needed for each level. */
const maxDepth = 200

/**
 * Reads a document piece by piece; what comes of each piece is for `taken` to say. Entities of the document's own are never
 * expanded, and a document type, where they would be declared, is in no workbook.
 */
export async function* readXml<T>(
  texts: AsyncIterable<string>,
  reader: XmlReader,
  taken: () => T,
): AsyncGenerator<T> {
  const parser = await createParser(reader)
  for await (const text of texts) {
    parser.write(text)
    yield taken()
  }
  parser.end()
  yield taken()
}

/** Reads a document to its end. */
export async function readWholeXml(texts: AsyncIterable<string>, reader: XmlReader): Promise<void> {
  const reading = readXml(texts, reader, () => null)
  while (!(await reading.next()).done);
}

async function createParser(reader: XmlReader): Promise<Parser> {
  const { Parser } = await import('htmlparser2')
  let depth = 0
  return new Parser(
    {
      onopentag: (name, attributes) => {
        if (++depth > maxDepth) throw new SheetError('sheet_broken')
        reader.open(localName(name), attributes)
      },
      ontext: reader.text,
      onclosetag: (name) => {
        depth--
        reader.close(localName(name))
      },
      onprocessinginstruction: (name) => {
        if (name.toLowerCase() === '!doctype') throw new SheetError('sheet_broken')
      },
    },
    { xmlMode: true },
  )
}

/** Of prefixes each program has its own. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
