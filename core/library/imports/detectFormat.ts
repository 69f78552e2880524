import { isObject } from '../../../contract/json.ts'
import { linkFileFormat } from '../../../contract/library/linkFile.ts'
import { findColumns, findOmitted, detectService } from './columns.ts'
import { looksLikeJsonList, readElements, UnreadableJsonError } from './jsonElements.ts'
import { readText } from './encoding.ts'
import { ImportError } from './importError.ts'
import { readObjectRows, readOwnRows, readTextRows } from './rows.ts'
import type { Reading } from './rows.ts'
import type { StagedFile } from './stagedFiles.ts'
import { readTable } from './table.ts'

/** Length of the text used to detect the format, in UTF-16 units. */
const sampleLength = 1_100_000

/** Detects a file's format from its content and starts reading it. Throws `ImportError` if it isn't text. */
export function openReading({ file, sniffer }: StagedFile, onRead: (bytes: number) => void): Reading {
  const encoding = sniffer.encoding()
  if (encoding === null) throw new ImportError('import_not_text')
  const texts = () => readText(file, encoding, onRead)
  const head = readBeginning(readText(file, encoding, () => undefined))
  if (head.slice(0, 1_000).trimStart().startsWith(`{"format":"${linkFileFormat}"`)) {
    return { kind: 'linkwright', rows: readOwnRows(texts()) }
  }
  if (looksLikeJsonList(head)) {
    const names = firstObjectKeys(head)
    const columns = names && findColumns(names)
    if (columns) {
      const kind = detectService(names) ?? 'table'
      return { kind, ...findOmitted(names, columns), rows: readObjectRows(texts()) }
    }
  }
  return readTable(head, texts()) ?? { kind: 'text', rows: readTextRows(texts()) }
}

/** Returns the beginning of a text, for detection. */
export function readBeginning(texts: Iterable<string>): string {
  let head = ''
  for (const text of texts) {
    head += text
    if (head.length > sampleLength) break
  }
  return head.slice(0, sampleLength)
}

/** Returns the keys of the first object of a list, or `null`. */
export function firstObjectKeys(head: string): string[] | null {
  try {
    for (const piece of readElements([head])) {
      if (!('element' in piece)) continue
      const first: unknown = JSON.parse(piece.element)
      return isObject(first) ? Object.keys(first) : null
    }
  } catch (error) {
    if (!(error instanceof UnreadableJsonError) && !(error instanceof SyntaxError)) throw error
  }
  return null
}
