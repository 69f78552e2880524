import { isObject } from '../../contract/service/json/json.ts'
import { isExcessive, measureJson } from '../../contract/service/json/jsonScan.ts'
import { maxCellLength, maxColumns } from '../../contract/app/tables/limits.ts'
import { tryParseJson } from '../../contract/app/text/tryParseJson.ts'
import { CodedError } from '../folder/codedError.ts'
import { sliceRows } from './batches.ts'
import { lostDigitsNote } from './notes.ts'
import type { Note, SheetRow, Table } from './table.ts'
import { toSheetRow } from './textTable.ts'

/** Maximum depth of the list, as in `{"shortUrls":{"data":[`. */
const maxListDepth = 3
/** Maximum depth of a text that is parsed: the parser's memory per level isn't limited by the heap. */
const maxParsedDepth = 100_000

/** Whether a text that starts like this may be a list of JSON objects, possibly inside an object. */
export function looksLikeJsonList(start: string): boolean {
  return /^(?:\{\s*"|\[\s*\{)/.test(start)
}

/**
 * Returns the rows of a JSON list of objects, as services export it; `null` for any other text. Throws `CodedError` for a
 * list that is cut off.
 */
export function readJsonList(
  text: string,
  size: number,
): Pick<Table, 'kind' | 'header' | 'rows' | 'progress' | 'omitsEmptyCells'> | null {
  if (measureJson(text, maxParsedDepth).tooDeepAt >= 0) throw new CodedError('sheet_too_large')
  const parsed = tryParseJson(text)
  const isCutOff = parsed === undefined && /\[\s*\{/.test(text.slice(0, 1_000)) && !isJsonLines(text)
  if (isCutOff) throw new CodedError('sheet_broken')
  const list = findList(parsed)
  if (!list) return null
  const header = listNames(list)
  let number = 0
  const rows = sliceRows(list, size, (value) => ({ ...toRow(value, header), row: ++number }))
  return { kind: 'json', header, omitsEmptyCells: true, ...rows }
}

/** Whether the first line of a text is a whole JSON object, as in JSON Lines. */
function isJsonLines(text: string): boolean {
  return isObject(tryParseJson(text.trimStart().split('\n', 1)[0] ?? ''))
}

/** Returns the names of the first columns, in the order of their first entry. */
function listNames(list: readonly unknown[]): string[] {
  const names = new Set<string>()
  for (const value of list) {
    for (const name of isObject(value) ? Object.keys(value) : []) {
      names.add(name)
      if (names.size === maxColumns) return [...names]
    }
  }
  return [...names]
}

/** Returns the first list with objects; `null` if there is none. */
function findList(value: unknown, depth = 1): unknown[] | null {
  if (Array.isArray(value)) return value.some(isObject) ? value : null
  if (!isObject(value) || depth === maxListDepth) return null
  for (const member of Object.values(value)) {
    const list = findList(member, depth + 1)
    if (list) return list
  }
  return null
}

function toRow(value: unknown, header: readonly string[]): SheetRow {
  const isRow = isObject(value) && !isExcessive(value)
  if (!isRow) return { cells: [memberText(value)], notes: [notAnObjectNote] }
  // Members beyond the last column mark the row as too wide.
  const names = [...new Set([...header, ...Object.keys(value)])]
  const row = toSheetRow(
    names.map((name) => toCell(value[name], name)),
    ',',
  )
  const rounded = names.flatMap((name, column) => (isRounded(value[name]) ? [lostDigitsAt(column)] : []))
  return rounded.length === 0 ? row : { ...row, notes: [...(row.notes ?? []), ...rounded] }
}

function isRounded(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
}

const lostDigitsAt = (column: number): Note => ({ column, text: lostDigitsNote, isError: false })

const notAnObjectNote: Note = {
  column: 0,
  text: 'This entry of the list isn’t a JSON object, or has too many values.',
  isError: true,
  kind: 'misfit',
}

function toCell(value: unknown, column: string): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = memberText(value)
  // Objects without names in a list of tags are no tags.
  const isList = Array.isArray(value) && value.length > 0 && !/tag/i.test(column)
  return text !== '' || !(isObject(value) || isList)
    ? text
    : JSON.stringify(value).slice(0, maxCellLength + 1)
}

/** Returns a member as cell text: a string, or a joined list of strings and of the names of objects. */
function memberText(value: unknown): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  const texts = value.slice(0, 100).map((part: unknown) => {
    if (typeof part === 'string') return part
    return isObject(part) && typeof part['name'] === 'string' ? part['name'] : ''
  })
  return texts.filter(Boolean).join(', ')
}
