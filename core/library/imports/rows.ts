import { findLinks } from '../../../contract/pastedLinks.ts'
import type { LinkPath } from '../../../contract/linkAddress.ts'
import type { ImportKind, RowError } from '../../../contract/imports.ts'
import { linkEntry, maxLineLength, presetEntry } from '../../../contract/library/linkFile.ts'
import type { LinkEntry, PresetEntry } from '../../../contract/library/linkFile.ts'
import { savedView } from '../../../contract/library/savedView.ts'
import type { SavedView } from '../../../contract/library/savedView.ts'
import { createLinkFileReader } from '../../../contract/library/linkFileReader.ts'
import { isObject } from '../../../contract/json.ts'
import { isExcessiveText } from '../../../contract/jsonScan.ts'
import type { RowValues } from './columns.ts'
import { readElements, UnreadableJsonError } from './jsonElements.ts'
import { ImportError } from './importError.ts'
import { readObjectValues } from './objects.ts'

/** A row of a file as it was read. */
export type Row = { row: number } & (
  | { entry: LinkEntry }
  | { preset: PresetEntry }
  | { view: SavedView }
  | { said: RowValues }
  | { link: LinkPath }
  | { fault: RowError; text: string }
  | { blank: true }
)

/** What a file is, and its rows as they are read. */
export interface Reading {
  kind: ImportKind
  /** Names of columns that nothing is read from. */
  unused?: readonly string[]
  rows: Generator<Row>
}

/** As much of a faulty row is shown. */
export const shownRowLength = 200

/** Our own export. Where its end is missing, the file was cut off. */
export function* readOwnRows(texts: Iterable<string>): Generator<Row> {
  const read = createLinkFileReader()
  let [row, ended] = [0, false]
  for (const text of splitLines(texts, maxLineLength + 1)) {
    if (text === null) {
      yield { row, blank: true }
      continue
    }
    row++
    const line = read(text)
    if (line.kind === 'entry') yield rowOfEntry(row, line.section, line.value, text)
    if (line.kind === 'end') ended = true
    if (line.kind !== 'fault') continue
    if (line.fault === 'newer') throw new ImportError('import_newer')
    if (line.fault === 'format') throw new ImportError('import_broken')
    if (line.fault === 'count') ended = true
    yield { row, fault: 'damaged', text: text.slice(0, shownRowLength) }
  }
  if (!ended) yield { row: row + 1, fault: 'cut_off', text: '' }
}

function rowOfEntry(row: number, section: string, value: unknown, text: string): Row {
  if (section === 'links') {
    const entry = linkEntry.safeParse(value)
    if (entry.success) return { row, entry: entry.data }
  } else if (section === 'presets') {
    const preset = presetEntry.safeParse(value)
    if (preset.success) return { row, preset: preset.data }
  } else if (section === 'views') {
    const view = savedView.safeParse(value)
    if (view.success) return { row, view: view.data }
  } else return { row, blank: true }
  return { row, fault: 'damaged', text: text.slice(0, shownRowLength) }
}

/** A list of objects in JSON, as services answer and export it. */
export function* readObjectRows(texts: Iterable<string>): Generator<Row> {
  let row = 0
  try {
    for (const piece of readElements(texts)) {
      if (!('element' in piece)) {
        yield { row, blank: true }
        continue
      }
      row++
      const value = parseJson(piece.element)
      const text = piece.element.trim().slice(0, shownRowLength)
      yield isObject(value) ? { row, said: readObjectValues(value) } : { row, fault: 'damaged', text }
    }
  } catch (error) {
    if (!(error instanceof UnreadableJsonError)) throw error
    yield { row: row + 1, fault: 'unreadable', text: '' }
  }
}

/** The value of an element; `null` for what is no JSON. */
export function parseJson(text: string): unknown {
  if (isExcessiveText(text)) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** In UTF-16 units: as much of a text is gone through at once, and of a line at all. */
const blockLength = 10_000

/** Any other text, in which links are looked for as *Find* does. Its rows are the links, in their order. */
export function* readTextRows(texts: Iterable<string>): Generator<Row> {
  let row = 0
  for (const block of splitBlocks(texts)) {
    for (const link of block === null ? [] : findLinks(block).links) {
      // A word alone may be a path, or anything.
      if (link.host !== null) yield { row: ++row, link }
    }
    yield { row, blank: true }
  }
}

/** Blocks of whole lines; `null` where a piece of the text has ended. */
function* splitBlocks(texts: Iterable<string>): Generator<string | null> {
  let block = ''
  for (const line of splitLines(texts, blockLength)) {
    if (line === null) {
      yield null
      continue
    }
    if (block.length + line.length > blockLength && block !== '') {
      yield block
      block = ''
    }
    if (line !== '' || !block.endsWith('\n\n')) block += `${line}\n`
  }
  if (block.trim() !== '') yield block
}

/**
 * Returns the lines of a text as it passes by, without their ends, and `null` after each piece: a piece may have no line end.
 * A line that is longer than `longest` is cut there.
 */
function* splitLines(texts: Iterable<string>, maxLength: number): Generator<string | null> {
  let kept = ''
  for (const text of texts) {
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      yield trimCarriageReturn(kept + text.slice(from, Math.min(end, from + maxLength)))
      kept = ''
      from = end + 1
    }
    if (kept.length < maxLength) kept += text.slice(from, from + maxLength)
    yield null
  }
  if (kept !== '') yield trimCarriageReturn(kept)
}

function trimCarriageReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
