import { csvColumns, opensAppOf } from '../../../contract/library/csvColumns.ts'
import type { CsvColumn, OpensApp } from '../../../contract/library/csvColumns.ts'
import { fieldNames, fieldsOf } from '../../../contract/link/fields.ts'
import type { FieldName } from '../../../contract/link/fields.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import { csvLine, csvMark } from '../../../contract/spreadsheet.ts'
import { recordOf } from '../row.ts'
import type { WholeRow } from '../linkEntry.ts'

/** Links as a table for spreadsheets, a portion after the other. */
export function* csvPieces(
  portions: Iterable<WholeRow[]>,
  columns: readonly CsvColumn[],
): Generator<{ text: string; links: number }> {
  yield { text: csvMark + csvLine(columns.map((column) => csvColumns[column])), links: 0 }
  for (const rows of portions) {
    const lines = rows.map((row) => {
      const record = recordOf(row)
      return csvLine(columns.map((column) => cells[column](record)))
    })
    yield { text: lines.join(''), links: rows.length }
  }
}

type Cell = (record: LinkRecord) => string

const yesNo = (value: boolean | null | undefined) => (value === true ? 'yes' : value === false ? 'no' : '')

/** What stands in each column. */
const cells: Record<CsvColumn, Cell> = {
  link: ({ link }) => link ?? '',
  path: ({ path }) => path ?? '',
  ...(Object.fromEntries(fieldNames.map((name) => [name, cellOf(name)])) as Record<FieldName, Cell>),
  ...(Object.fromEntries(
    fieldsOf('appTarget').map((name) => [
      opensAppOf(name),
      (record: LinkRecord) => yesNo(valueOf(record, name)?.open_app_if_installed),
    ]),
  ) as Record<OpensApp, Cell>),
  tags: ({ local }) => listed(local?.tags ?? []),
  note: ({ local }) => local?.note ?? '',
  starred: ({ local }) => (local?.starred ? 'yes' : ''),
  archived: ({ local }) => (local?.archived ? 'yes' : ''),
  state: ({ state }) => state,
  environment: ({ environment }) => environment,
  profile: ({ profileName }) => profileName,
  createdAt: ({ createdAt }) => createdAt,
  checkedAt: ({ checkedAt }) => checkedAt ?? '',
  id: ({ id }) => id,
}

/** What the service stores in a field, where it has told that, and what was asked for elsewhere. */
function valueOf<N extends FieldName>({ stored, request }: LinkRecord, name: N) {
  const said = stored && !stored.unreported?.includes(name)
  return said ? stored[name] : (request?.[name] ?? null)
}

function cellOf(name: FieldName): Cell {
  return (record) => {
    const value = valueOf(record, name)
    if (value === null || typeof value === 'string') return value ?? ''
    if (typeof value === 'boolean') return yesNo(value)
    return Array.isArray(value) ? listed(value) : (value.url ?? '')
  }
}

/** Tags between commas; where one of them has a comma itself, as JSON. */
function listed(tags: readonly string[]): string {
  return tags.some((tag) => tag.includes(',')) ? JSON.stringify(tags) : tags.join(', ')
}
