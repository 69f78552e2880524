import { opensAppOf } from '../../../contract/library/csvColumns.ts'
import { fieldNames, fieldsOf } from '../../../contract/link/fields.ts'
import type { FieldName } from '../../../contract/link/fields.ts'
import type { ColumnUse, Mapping, RowField } from '../../../contract/runs/mapping.ts'
import { everyField } from '../link/everyField.ts'

/** A mapping of columns by what they are for: a field, `tag`, `data:path:type` or nothing. */
export function mappingOf(columns: readonly string[], template: Mapping['template'] = {}): Mapping {
  return { columns: columns.map(useOf), template }
}

function useOf(text: string): ColumnUse {
  if (text === '' || text === 'tag') return { to: text === '' ? 'nothing' : 'tag' }
  const [to = '', path = '', type = 'text'] = text.split(':')
  if (to === 'data' && path !== '') return { to, path, type: type as 'text' }
  return { to: 'field', field: text as RowField }
}

/** Every field as the cells of a table spell it. */
export const cellsOfFields: readonly (readonly [RowField, string])[] = [
  ...fieldNames.map((name) => [name, cellOf(name)] as const),
  ...fieldsOf('appTarget').map((name) => [opensAppOf(name), 'no'] as const),
]

function cellOf(name: FieldName): string {
  const value: unknown = everyField[name]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : (value as { url: string }).url
}
