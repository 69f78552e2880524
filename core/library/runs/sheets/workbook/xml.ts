import type { Parser } from 'htmlparser2'
import { SheetError } from '../sheetError.ts'

/** Receives the events of an XML document. Names have no namespace prefix. */
export interface XmlReader {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  text: (text: string) => void
  close: (name: string) => void
}

/** Maximum nesting depth, because each level takes memory. */
const maxDepth = 200

/**
 * Parses a document chunk by chunk and yields `taken()` after each chunk. Rejects a document type declaration, so that
 * custom entities are never expanded.
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

/** Removes the namespace prefix, because each program chooses its own. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
