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
 * Maximum length of a tag or comment in UTF-16 units. The parser keeps it in memory, and would block the thread for
 * many seconds if it had hundreds of megabytes.
 */
const maxTagLength = 1_000_000

/**
 * Parses a document chunk by chunk and yields `takeResult()` after each chunk. Rejects a document type declaration, so that
 * custom entities are never expanded.
 */
export async function* readXml<T>(
  texts: AsyncIterable<string>,
  reader: XmlReader,
  takeResult: () => T,
): AsyncGenerator<T> {
  /** Length of the chunks since the last event. */
  let unparsed = 0
  const parser = await createParser(reader, () => (unparsed = 0))
  for await (const text of texts) {
    unparsed += text.length
    parser.write(text)
    if (unparsed > maxTagLength) throw new SheetError('sheet_broken')
    yield takeResult()
  }
  parser.end()
  yield takeResult()
}

/** Reads a document to its end. */
export async function readWholeXml(texts: AsyncIterable<string>, reader: XmlReader): Promise<void> {
  const reading = readXml(texts, reader, () => null)
  while (!(await reading.next()).done);
}

async function createParser(reader: XmlReader, onEvent: () => void): Promise<Parser> {
  const { Parser } = await import('htmlparser2')
  let depth = 0
  return new Parser(
    {
      onopentag: (name, attributes) => {
        onEvent()
        if (++depth > maxDepth) throw new SheetError('sheet_broken')
        reader.open(localName(name), attributes)
      },
      ontext: (text) => {
        onEvent()
        reader.text(text)
      },
      onclosetag: (name) => {
        onEvent()
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
