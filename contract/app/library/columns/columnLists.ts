import { z } from 'zod'
import { libraryColumns } from './columns.ts'
import { listColumns, type ColumnName } from './listColumns.ts'
import type { ColumnValues, LibraryColumn } from './columnTypes.ts'
import { byName, namesOf } from '../../../service/link/fields.ts'
import { isParameter, parameterField } from '../../../service/link/parameters.ts'

type Table = typeof libraryColumns
type LibraryColumnName = keyof Table
type Value<T, K extends string> = T extends Record<K, infer V> ? V : never
/** Names of the columns that have a property. */
type Having<K extends string> = {
  [N in LibraryColumnName]: Table[N] extends Record<K, unknown> ? N : never
}[LibraryColumnName]

export type StoredColumn = Having<'kind'>
export type RowColumn = Exclude<StoredColumn, Having<'hidden'>>
/** The value of a stored column. */
export type ColumnValue<N extends StoredColumn> = ColumnValues[Table[N]['kind']]
export type FacetName = Value<Table[LibraryColumnName], 'facet'>
/** The filters for a column's values. */
export type ListFilter = Table[Having<'filter'>]['facet']
type SortedColumn = Having<'sorts'>
export type SortName = { [N in SortedColumn]: keyof Table[N]['sorts'] & string }[SortedColumn]
export type QueryColumn = Table[Having<'words'>]['words']['column']
export type QueryPrefix = Table[Having<'words'>]['words']['prefixes'][number]
export type ImportedColumn = Having<'imported'>

const columns: Readonly<Record<string, LibraryColumn>> = libraryColumns
const names = namesOf(libraryColumns)

/** The stored columns, and the subset that list rows contain. */
export const storedColumns = names.filter((name): name is StoredColumn => 'kind' in libraryColumns[name])
export const rowColumns = storedColumns.filter(
  (name): name is RowColumn => !('hidden' in libraryColumns[name]),
)

/** The columns of list rows, by kind. */
export const rowKinds = byName(rowColumns, (name) => libraryColumns[name].kind) as {
  readonly [N in RowColumn]: Table[N]['kind']
}

/** Returns the entries that each column contributes to a table, by name. */
function collect<T>(entriesOf: (column: LibraryColumn, name: string) => Iterable<readonly [string, T]>) {
  return Object.fromEntries(names.flatMap((name) => [...entriesOf(columns[name] ?? {}, name)]))
}

/** The column of each facet. */
export const facetColumns = collect(({ facet }, name) =>
  facet === undefined ? [] : [[facet, name]],
) as Readonly<Record<FacetName, Having<'facet'>>>

/** The labels of the filters for a column's values. */
export const listFilterLabels = collect(({ facet, filter }) =>
  facet === undefined || filter === undefined ? [] : [[facet, filter]],
) as Readonly<Record<ListFilter, string>>
export const listFilters = namesOf(listFilterLabels)

/** The label of each sort order. Links with equal values are sorted newest first. */
export const sortLabels = collect(({ sorts = {} }) => Object.entries(sorts)) as Readonly<
  Record<SortName, string>
>
export const sortNames = namesOf(sortLabels)

/** The word column of each search prefix. */
export const queryFields = collect(({ words }) =>
  (words?.prefixes ?? []).map((prefix) => [prefix, words?.column ?? '']),
) as Readonly<Record<QueryPrefix, QueryColumn>>

/** The names of each column in imported tables. */
export const importedNames = collect(({ imported }, name) =>
  imported ? [[name, imported]] : [],
) as Readonly<Record<ImportedColumn, readonly string[]>>

/** The optional columns of a list, in order, without those of single parameters. */
export const columnNames = namesOf(listColumns)
export const columnName: z.ZodType<ColumnName, ColumnName> = z.union([z.enum(columnNames), parameterField])

/** Returns the sort orders that a column's header offers. */
export function columnSorts(name: ColumnName): readonly SortName[] {
  if (isParameter(name)) return []
  const column = listColumns[name]
  return 'sorts' in column ? column.sorts : []
}
