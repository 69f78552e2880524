import { isObject } from '../../contract/service/json/json.ts'
import { isExcessive } from '../../contract/service/json/jsonScan.ts'
import { maxCellLength, maxColumns } from '../../contract/app/tables/limits.ts'
import { tryParseJson } from '../../contract/app/text/tryParseJson.ts'
import { CodedError } from '../folder/codedError.ts'
import { sliceRows } from './batches.ts'
import type { Note, SheetRow, Table } from './table.ts'
import { toSheetRow } from './textTable.ts'

/** Maximum depth of the list, as in `{"shortUrls":{"data":[`. */
const maxListDepth = 3

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
  const parsed = tryParseJson(text)
  if (parsed === undefined && /\[\s*\{/.test(text.slice(0, 1_000))) throw new CodedError('sheet_broken')
  const list = findList(parsed)
  if (!list) return null
  const keys = new Set(list.flatMap((value) => (isObject(value) ? Object.keys(value) : [])))
  const header = [...keys].slice(0, maxColumns)
  const rows = list.map((value, index) => ({ ...toRow(value, header), row: index + 1 }))
  return { kind: 'json', header, omitsEmptyCells: true, ...sliceRows(rows, size) }
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
  const names = new Set([...header, ...Object.keys(value)])
  return toSheetRow(
    [...names].map((name) => toCell(value[name], name)),
    ',',
  )
}

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
