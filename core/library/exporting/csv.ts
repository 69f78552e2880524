import { csvColumns, opensAppOf } from '../../../contract/library/csvColumns.ts'
import type { CsvColumn, OpensApp } from '../../../contract/library/csvColumns.ts'
import { isObject } from '../../../contract/json.ts'
import { createdAtOf } from '../../../contract/createdAt.ts'
import { fieldNames, fieldsOf } from '../../../contract/link/fields.ts'
import type { FieldName } from '../../../contract/link/fields.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import { csvLine, csvMark } from '../../../contract/spreadsheet.ts'
import type { FileDelimiter } from '../../../contract/spreadsheet.ts'
import { fromJson, storedIn } from '../row.ts'
import { changedTags, givenTags, tagChangesIn } from '../tags.ts'
import type { WholeRow } from '../linkEntry.ts'

/** Links as a table for spreadsheets, a portion after the other. */
export function* csvPieces(
  portions: Iterable<WholeRow[]>,
  columns: readonly CsvColumn[],
  delimiter: FileDelimiter = ',',
): Generator<{ text: string; links: number }> {
  yield { text: csvMark + csvLine(headerOf(columns), delimiter), links: 0 }
  for (const rows of portions) {
    const lines = rows.map((row) => csvLine(cellsOfLink(row, columns), delimiter))
    yield { text: lines.join(''), links: rows.length }
  }
}

/** The names of the columns. */
export function headerOf(columns: readonly CsvColumn[]): string[] {
  return columns.map((column) => csvColumns[column])
}

/** What stands in the columns for a link. */
export function cellsOfLink(row: WholeRow, columns: readonly CsvColumn[]): string[] {
  const link = readRow(row)
  return columns.map((column) => cells[column](link))
}

/** A row with what is inside of it. It was checked when it came in, and a damaged one gives what it can. */
interface Read {
  row: WholeRow
  stored: LinkRecord['stored']
  request: LinkRecord['request']
}

function readRow(row: WholeRow): Read {
  const request = fromJson(row.request)
  return {
    row,
    stored: storedIn(row.answer) ?? null,
    request: isObject(request) ? request : null,
  }
}

type Cell = (link: Read) => string

const yesNo = (value: boolean | null | undefined) => (value === true ? 'yes' : value === false ? 'no' : '')

/** What stands in each column. */
const cells: Record<CsvColumn, Cell> = {
  link: ({ row }) => row.link ?? '',
  path: ({ row }) => row.path ?? '',
  ...(Object.fromEntries(fieldNames.map((name) => [name, cellOf(name)])) as Record<FieldName, Cell>),
  ...(Object.fromEntries(
    fieldsOf('appTarget').map((name) => [
      opensAppOf(name),
      (link: Read) => yesNo(valueOf(link, name)?.open_app_if_installed),
    ]),
  ) as Record<OpensApp, Cell>),
  tags: (link) => listed(changedTags(givenTags(link), tagChangesIn(link.row.tag_changes))),
  note: ({ row }) => row.note ?? '',
  starred: ({ row }) => (row.starred === 1 ? 'yes' : ''),
  archived: ({ row }) => (row.archived === 1 ? 'yes' : ''),
  state: ({ row }) => row.state,
  environment: ({ row }) => row.environment,
  profile: ({ row }) => row.profile_name,
  createdAt: ({ row, stored }) =>
    createdAtOf({ added: row.added === 1 || undefined, createdAt: row.created_at, stored }) ?? '',
  addedAt: ({ row }) => row.created_at,
  checkedAt: ({ row }) => row.checked_at ?? '',
  id: ({ row }) => row.id,
}

/** What the service stores in a field, where it has told that, and what was asked for elsewhere. */
function valueOf<N extends FieldName>({ stored, request }: Read, name: N) {
  const said = stored && !stored.unreported?.includes(name)
  return said ? stored[name] : (request?.[name] ?? null)
}

function cellOf(name: FieldName): Cell {
  return (link) => {
    const value = valueOf(link, name)
    if (typeof value === 'string') return value
    if (typeof value === 'boolean') return yesNo(value)
    if (Array.isArray(value)) return listed(value)
    return typeof value?.url === 'string' ? value.url : ''
  }
}

/** Tags between commas; where one of them has a comma itself, as JSON. */
function listed(tags: readonly string[]): string {
  return tags.some((tag) => tag.includes(',')) ? JSON.stringify(tags) : tags.join(', ')
}
