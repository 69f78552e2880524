import { z } from 'zod'
import { parameterField, type ParameterField } from '../../../service/link/parameters.ts'
import { fieldNames, fieldsOf, linkFields, namesOf } from '../../../service/link/fields.ts'
import type { FieldName, FieldOf } from '../../../service/link/fields.ts'

/** For a destination that can have an app: whether the app opens if it is installed. */
export type OpenAppColumn = `${FieldOf<'appTarget'>}_open_app`

type OwnColumn = keyof typeof leadingColumns | keyof typeof trailingColumns
/** A column of the table below. */
export type FixedCsvColumn = OwnColumn | FieldName | OpenAppColumn
/** A column of a CSV file: one of the table, or one of a parameter of the addresses. */
export type CsvColumn = FixedCsvColumn | ParameterField

const leadingColumns = { link: 'Link', path: 'Path' }
const trailingColumns = {
  parameters: 'Parameters',
  note: 'Note',
  starred: 'Starred',
  archived: 'Archived',
  state: 'State',
  environment: 'Environment',
  profile: 'Profile',
  createdAt: 'Created',
  addedAt: 'Added',
  checkedAt: 'Last checked',
  visits: 'Visits',
  id: 'ID',
}

/** Returns the open-app column of a destination. */
export function toOpenAppColumn(name: FieldOf<'appTarget'>): OpenAppColumn {
  return `${name}_open_app`
}

/**
 * The columns of a CSV file of links, in order, with their headers. Includes all fields of a link, but not single
 * parameters.
 */
export const csvColumns: Readonly<Record<FixedCsvColumn, string>> = {
  ...leadingColumns,
  ...(Object.fromEntries(
    fieldNames.flatMap((name) => [[name, linkFields[name].label], ...openAppEntry(name)]),
  ) as Record<FieldName | OpenAppColumn, string>),
  ...trailingColumns,
}

function openAppEntry(name: FieldName): [OpenAppColumn, string][] {
  const field = fieldsOf('appTarget').find((known) => known === name)
  return field ? [[toOpenAppColumn(field), `${linkFields[field].label}: opens the app`]] : []
}

export const csvColumnNames = namesOf(csvColumns)
export const csvColumn: z.ZodType<CsvColumn, CsvColumn> = z.union([z.enum(csvColumnNames), parameterField])

/** Returns the columns that are offered if profiles list these parameters, in order. */
export function csvColumnsWith(parameters: readonly ParameterField[]): CsvColumn[] {
  return csvColumnNames.flatMap((name) => (name === 'parameters' ? [...parameters, name] : [name]))
}

/** The columns exported by default. */
export const defaultColumns: readonly CsvColumn[] = [
  ...(['link', 'title', 'desktop_custom_redirect'] as const),
  ...fieldsOf('tracking'),
  ...(['tags', 'note', 'state', 'environment', 'profile', 'createdAt', 'addedAt'] as const),
]
