import { z } from 'zod'
import { csvColumns, toOpenAppColumn, type OpenAppColumn } from '../../library/columns/csvColumns.ts'
import { fieldNames, fieldsOf, pick, type FieldName } from '../../../service/link/fields.ts'
import { isParameter, parameterField, parameterLabel } from '../../../service/link/parameters.ts'
import type { ParameterField } from '../../../service/link/parameters.ts'
import { maxCellLength, maxColumns } from '../../tables/limits.ts'
import { parameterScopeNames } from '../../values/requestParameters.ts'

export { maxCellLength, maxColumns }

/**
 * The fields that a text column can provide: a link field, whether a phone opens the app, or `everyone`, the address
 * for all platforms without their own. A parameter is written into the addresses.
 */
export type RowField = FixedRowField | ParameterField
type FixedRowField = 'everyone' | FieldName | OpenAppColumn

/** Fields with their labels, in display order, without parameters. */
export const rowFields: Readonly<Record<FixedRowField, string>> = {
  everyone: 'Where it goes, for everyone',
  ...pick(csvColumns, [...fieldNames, ...fieldsOf('appTarget').map(toOpenAppColumn)]),
}

export const rowFieldNames = Object.keys(rowFields) as [FixedRowField, ...FixedRowField[]]
export const rowField = z.union([z.enum(rowFieldNames), parameterField])

/** Returns the label of a field. */
export function rowFieldLabel(field: RowField): string {
  return isParameter(field) ? parameterLabel(field) : rowFields[field]
}

/** Types of app data columns. `json` is inserted as spelled. */
export const dataTypes = ['text', 'number', 'yesNo', 'json'] as const

const columnUse = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('nothing') }),
  z.strictObject({ to: z.literal('field'), field: rowField }),
  /** Adds one tag per non-empty cell. */
  z.strictObject({ to: z.literal('tag') }),
  /** The note that the library keeps with the link. It is never sent. */
  z.strictObject({ to: z.literal('note') }),
  /** A key of the app data. Dots separate nested keys: `product.id`. */
  z.strictObject({ to: z.literal('data'), path: z.string().min(1).max(200), type: z.enum(dataTypes) }),
])
export type ColumnUse = z.infer<typeof columnUse>

/**
 * Defines how rows become links: the use of each column, and a template for any field, in which `{{column}}` is
 * replaced with the row's cell. A non-empty cell overrides the template.
 */
export const mapping = z.strictObject({
  columns: z.array(columnUse).max(maxColumns),
  template: z.partialRecord(rowField, z.string().max(maxCellLength)),
  /** Which addresses get parameters; all if missing. */
  parameterScope: z.enum(parameterScopeNames).optional(),
})
export type Mapping = z.infer<typeof mapping>

/** Whether no column or template is used, so that every row would become the same empty link. */
export function isUnused({ columns, template }: Mapping): boolean {
  return (
    columns.every(({ to }) => to === 'nothing' || to === 'note') &&
    Object.values(template).every((text) => text === '')
  )
}
