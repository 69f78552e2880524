import { isObject } from '../../../contract/json.ts'
import { linkFileFormat } from '../../../contract/library/linkFile.ts'
import { columnsIn, serviceOf } from './columns.ts'
import { elementsIn, UnreadableJson } from './elements.ts'
import { textOf } from './encoding.ts'
import { ImportFault } from './fault.ts'
import { objectRows, ownRows, textRows } from './rows.ts'
import type { Reading } from './rows.ts'
import type { Staged } from './staged.ts'
import { tableIn } from './table.ts'

/** In UTF-16 units: what a file is stands at its beginning. */
const lookedAt = 1_100_000

/** Finds out by its content what a file is, and begins to read it. Throws `ImportFault` for what is no text. */
export function readingOf({ file, sniffer }: Staged, onRead: (bytes: number) => void): Reading {
  const encoding = sniffer.encoding()
  if (encoding === null) throw new ImportFault('import_not_text')
  const texts = () => textOf(file, encoding, onRead)
  const head = beginningOf(textOf(file, encoding, () => undefined))
  if (head.slice(0, 1_000).trimStart().startsWith(`{"format":"${linkFileFormat}"`)) {
    return { kind: 'linkwright', rows: ownRows(texts()) }
  }
  if (beginsAsJson(head)) {
    const names = firstNames(head)
    if (names && columnsIn(names)) return { kind: serviceOf(names) ?? 'table', rows: objectRows(texts()) }
  }
  return tableIn(head, texts()) ?? { kind: 'text', rows: textRows(texts()) }
}

/** Whether a text may be a list of objects, alone or in an object. */
export function beginsAsJson(head: string): boolean {
  return /^\s*(?:\{\s*"|\[\s*\{)/.test(head.slice(0, 10_000))
}

/** As much of a text as is looked at to find out what it is. */
export function beginningOf(texts: Iterable<string>): string {
  let head = ''
  for (const text of texts) {
    head += text
    if (head.length > lookedAt) break
  }
  return head.slice(0, lookedAt)
}

/** The names in the first object of a list; `null` where there is none. */
export function firstNames(head: string): string[] | null {
  try {
    for (const piece of elementsIn([head])) {
      if (!('element' in piece)) continue
      const first: unknown = JSON.parse(piece.element)
      return isObject(first) ? Object.keys(first) : null
    }
  } catch (error) {
    if (!(error instanceof UnreadableJson) && !(error instanceof SyntaxError)) throw error
  }
  return null
}
