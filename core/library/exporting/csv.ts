import { listParameterTexts } from '../../../contract/app/values/parameters.ts'
import { toOpenAppColumn } from '../../../contract/app/library/columns/csvColumns.ts'
import type {
  CsvColumn,
  FixedCsvColumn,
  OpenAppColumn,
} from '../../../contract/app/library/columns/csvColumns.ts'
import { isObject } from '../../../contract/service/json/json.ts'
import { getCreatedAt } from '../../../contract/app/link/createdAt.ts'
import { byName, fieldNames, fieldsOf, type FieldName } from '../../../contract/service/link/fields.ts'
import { isParameter } from '../../../contract/service/link/parameters.ts'
import { readFirstParameter } from '../../../contract/app/values/requestParameters.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { formatTagCell } from '../../../contract/app/link/tagList.ts'
import { parseJson, readStored, toState, type LinkRow } from '../linkRow.ts'
import { applyTagChanges, originalTags, parseTagChanges } from '../tags.ts'

/** Returns the cells of a link. Its visits are known only if they were read since `visitsSince` (ISO 8601). */
export function csvCells(row: LinkRow, columns: readonly CsvColumn[], visitsSince?: string): string[] {
  const link = { ...readRow(row), visitsSince }
  return columns.map((column) =>
    isParameter(column) ? readFirstParameter(addressesIn(link), column) : cellReaders[column](link),
  )
}

/** A row with its parsed JSON. Damaged parts are `undefined`. */
interface ReadRow {
  row: LinkRow
  stored: LinkRecord['stored']
  request: LinkRecord['request']
  visitsSince?: string | undefined
}

function readRow(row: LinkRow): ReadRow {
  const request = parseJson(row.request)
  return {
    row,
    stored: readStored(row.answer) ?? null,
    request: isObject(request) ? request : null,
  }
}

type Cell = (link: ReadRow) => string

const formatYesNo = (value: boolean | null | undefined) =>
  value === true ? 'yes' : value === false ? 'no' : ''

/** Reads the cell of each column. */
const cellReaders: Record<FixedCsvColumn, Cell> = {
  link: ({ row }) => row.link ?? '',
  ...(Object.fromEntries(fieldNames.map((name) => [name, createCell(name)])) as Record<FieldName, Cell>),
  ...(Object.fromEntries(
    fieldsOf('appTarget').map((name) => [
      toOpenAppColumn(name),
      (link: ReadRow) => formatYesNo(getValue(link, name)?.open_app_if_installed),
    ]),
  ) as Record<OpenAppColumn, Cell>),
  // A service returns an empty object for a link without app data. As a cell it would make another link.
  path: ({ row }) => row.path ?? '',
  data: (link) => withoutEmptyObject(createCell('data')(link)),
  tags: (link) => formatTagCell(applyTagChanges(originalTags(link), parseTagChanges(link.row.tag_changes))),
  parameters: (link) => listParameterTexts(Object.values(addressesIn(link))).join('&'),
  note: ({ row }) => row.note ?? '',
  starred: ({ row }) => (row.starred === 1 ? 'yes' : ''),
  archived: ({ row }) => (row.archived === 1 ? 'yes' : ''),
  state: ({ row }) => toState(row),
  environment: ({ row }) => (toState(row) === 'reference' ? '' : row.environment),
  profile: ({ row }) => row.profile_name,
  createdAt: ({ row, stored, request }) =>
    getCreatedAt({ added: row.added === 1 || undefined, createdAt: row.created_at, stored, request }) ?? '',
  addedAt: ({ row }) => row.created_at,
  checkedAt: ({ row }) => row.checked_at ?? '',
  visits: ({ row: { visits, visits_at: readAt }, visitsSince }) =>
    readAt !== null && visitsSince !== undefined && readAt >= visitsSince ? String(visits ?? '') : '',
  id: ({ row }) => row.id,
}

/** Returns the stored value of a field if the service reports it, otherwise the requested one. */
function getValue<N extends FieldName>({ stored, request }: ReadRow, name: N) {
  const isReported = stored && !stored.unreported?.includes(name)
  return isReported ? stored[name] : (request?.[name] ?? null)
}

const addressNames = [...fieldsOf('target'), ...fieldsOf('appTarget')]

function addressesIn(link: ReadRow) {
  return byName(addressNames, (name) => createCell(name)(link))
}

const withoutEmptyObject = (data: string) => (/^\s*\{\s*\}\s*$/.test(data) ? '' : data)

function createCell(name: FieldName): Cell {
  return (link) => {
    const value = getValue(link, name)
    if (typeof value === 'string') return value
    if (typeof value === 'boolean') return formatYesNo(value)
    if (Array.isArray(value)) return formatTagCell(value)
    return typeof value?.url === 'string' ? value.url : ''
  }
}
