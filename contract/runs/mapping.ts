import { z } from 'zod'
import { csvColumns, openAppColumnOf } from '../library/csvColumns.ts'
import type { OpenAppColumn } from '../library/csvColumns.ts'
import { fieldNames, fieldsOf } from '../link/fields.ts'
import type { FieldName } from '../link/fields.ts'
import { pick } from '../link/fields.ts'

/**
 * What a column of a table can say of a link, as text: a field as an exported table spells it, whether a phone opens the app, and
 * `everyone`, the address for every platform that has none of its own.
 */
export type RowField = 'everyone' | FieldName | OpenAppColumn

/** Each with what it is called on the screen, in the order in which it is offered. */
export const rowFields: Readonly<Record<RowField, string>> = {
  everyone: 'Where it goes, for everyone',
  ...pick(csvColumns, [...fieldNames, ...fieldsOf('appTarget').map(openAppColumnOf)]),
}

export const rowFieldNames = Object.keys(rowFields) as [RowField, ...RowField[]]
const rowField = z.enum(rowFieldNames)

/** The widest table, in columns, and the longest text of one cell, in characters. */
export const maxColumns = 400
export const maxCellLength = 65_536

/** Of which type a column's cells are in the app data. `json` is taken as it is spelled. */
export const dataTypes = ['text', 'number', 'yesNo', 'json'] as const

/** What becomes of a column. */
export const columnUse = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('nothing') }),
  z.strictObject({ to: z.literal('field'), field: rowField }),
  /** One more tag from each cell that has a text. */
  z.strictObject({ to: z.literal('tag') }),
  /** A key of the app data; dots lead inside: `product.id`. */
  z.strictObject({ to: z.literal('data'), path: z.string().min(1).max(200), type: z.enum(dataTypes) }),
])
export type ColumnUse = z.infer<typeof columnUse>

/**
 * How rows become links: what each column is for, and a template with a text for any field, in which `{{column}}` stands for the
 * row's cell. A cell that has a text comes before the template.
 */
export const mapping = z.strictObject({
  columns: z.array(columnUse).max(maxColumns),
  template: z.partialRecord(rowField, z.string().max(maxCellLength)),
})
export type Mapping = z.infer<typeof mapping>
