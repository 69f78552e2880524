import { findLinks } from '../../../contract/service/address/pastedLinks.ts'
import type { LinkPath } from '../../../contract/service/address/linkAddress.ts'
import type { InvalidRow } from '../../../contract/app/library/imports.ts'
import { linkEntry, maxLineLength, presetEntry } from '../../../contract/app/library/linkFile.ts'
import type { LinkEntry, PresetEntry } from '../../../contract/app/library/linkFile.ts'
import { savedView, type SavedView } from '../../../contract/app/library/savedView.ts'
import { createLinkFileReader } from '../../../contract/app/library/linkFileReader.ts'
import type { RowValues } from './columns.ts'
import { CodedError } from '../../folder/codedError.ts'

export type Row = { row: number } & (
  | { entry: LinkEntry }
  | { preset: PresetEntry }
  | { view: SavedView }
  | { values: RowValues }
  | { link: LinkPath }
  | Omit<InvalidRow, 'row'>
  | { blank: true }
)

/** Maximum displayed length of a rejected row. */
export const shownRowLength = 200

/** Reads our own export. If the end marker is missing, the file was truncated. */
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
    if (line.kind === 'entry') yield toEntryRow(row, line.section, line.value, text)
    if (line.kind === 'end') ended = true
    if (line.kind !== 'error') continue
    if (line.error === 'newer') throw new CodedError('import_newer')
    if (line.error === 'format') throw new CodedError('import_broken')
    if (line.error === 'count') ended = true
    yield { row, error: 'damaged', text: text.slice(0, shownRowLength) }
  }
  if (!ended) yield { row: row + 1, error: 'cut_off', text: '' }
}

function toEntryRow(row: number, section: string, value: unknown, text: string): Row {
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
  return { row, error: 'damaged', text: text.slice(0, shownRowLength) }
}

/** Maximum length of a block and of a line, in UTF-16 units. */
const blockLength = 10_000

/** Finds links in any other text, like *Find* does. Each link is a row. */
export function* readTextRows(texts: Iterable<string>): Generator<Row> {
  let row = 0
  for (const block of splitBlocks(texts)) {
    for (const link of block === null ? [] : findLinks(block).links) {
      // A word without a host may be a path, or no link at all.
      if (link.host !== null) yield { row: ++row, link }
    }
    yield { row, blank: true }
  }
}

/** Yields blocks of whole lines, and `null` at the end of each piece of text. */
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
 * Yields lines without their ends, and `null` after each piece, because a piece may contain no line end. Cuts
 * lines at `maxLength`.
 */
function* splitLines(texts: Iterable<string>, maxLength: number): Generator<string | null> {
  let buffered = ''
  for (const text of texts) {
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      yield trimCarriageReturn(buffered + text.slice(from, Math.min(end, from + maxLength)))
      buffered = ''
      from = end + 1
    }
    if (buffered.length < maxLength) buffered += text.slice(from, from + maxLength)
    yield null
  }
  if (buffered !== '') yield trimCarriageReturn(buffered)
}

function trimCarriageReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
