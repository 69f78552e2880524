import { toOpenAppColumn } from '../../../../../contract/app/library/columns/csvColumns.ts'
import { fieldNames, fieldsOf } from '../../../../../contract/service/link/fields.ts'
import type { FieldName } from '../../../../../contract/service/link/fields.ts'
import type { ColumnUse, Mapping, RowField } from '../../../../../contract/app/runs/mapping/mapping.ts'
import { allFieldsRequest } from '../../../service/link/everyField.ts'

/** Returns a mapping of columns by purpose: a field, `tag`, `data:path:type` or nothing. */
export function createMapping(columns: readonly string[], template: Mapping['template'] = {}): Mapping {
  return { columns: columns.map(parseUse), template }
}

function parseUse(text: string): ColumnUse {
  if (text === '' || text === 'tag') return { to: text === '' ? 'nothing' : 'tag' }
  const [to = '', path = '', type = 'text'] = text.split(':')
  if (to === 'data' && path !== '') return { to, path, type: type as 'text' }
  return { to: 'field', field: text as RowField }
}

/** A value for every field, as written in the cells of a table. */
export const fieldCells: readonly (readonly [RowField, string])[] = [
  ...fieldNames.map((name) => [name, fieldCell(name)] as const),
  ...fieldsOf('appTarget').map((name) => [toOpenAppColumn(name), 'no'] as const),
]

function fieldCell(name: FieldName): string {
  const value: unknown = allFieldsRequest[name]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : (value as { url: string }).url
}
