import { keyScopes } from '../../../contract/service/keys/keyScope.ts'
import { byName } from '../../../contract/service/link/fields.ts'
import type { ColumnKind, ColumnsOf, Param, Values } from './columns.ts'
import { StoreDamagedError } from '../storeErrors.ts'

/** A row as an array in column order, which is faster to create than an object. */
export type Row = unknown[]

/** Runs an engine's statements. */
export interface StatementRunner<Reads extends string, Writes extends string = Reads> {
  read: (name: Reads, params: Param[]) => Promise<Row[]>
  /** Resolves to the number of changed rows, after the commit. */
  write: (name: Writes, params: Param[]) => Promise<number>
}

/** Stores rows by a statement whose parameters are these columns. Resolves to the number of stored rows. */
export type RowWriter<Name extends string> = <T>(
  name: Name,
  columns: ColumnsOf<T>,
  rows: readonly T[],
) => Promise<number>

type Kinds = Record<string, { kind: ColumnKind }>

/**
 * What a statement reads: its column names in order, and a function that returns a column's value by name.
 */
export interface Selection<C extends Kinds, N extends keyof C & string> {
  names: readonly N[]
  read: { readonly [M in N]: (row: Row) => Values[C[M]['kind']] }
}

/** Creates a selection by column names. Their positions in a row are computed only here. */
export function createSelection<C extends Kinds, N extends keyof C & string>(
  columns: C,
  names: readonly N[],
): Selection<C, N> {
  const read = byName(names, (name) => readers[columns[name]?.kind ?? 'text'](names.indexOf(name)))
  return { names, read: read as Selection<C, N>['read'] }
}

/** The objects whose properties are columns. */
type ObjectOf<C extends PropertyColumns> = { [N in keyof C as C[N]['property']]: Values[C[N]['kind']] }
type PropertyColumns = Record<string, { kind: ColumnKind; property: string }>

/** Returns a function that reads an object from a row that begins with these columns, see `column`. */
export function createObjectReader<C extends PropertyColumns>(columns: C): (row: Row) => ObjectOf<C> {
  const properties = Object.values(columns).map(({ property, kind }, index) => {
    const read: (row: Row) => unknown = readers[kind](index)
    return { property, read }
  })
  return (row) =>
    Object.fromEntries(properties.map(({ property, read }) => [property, read(row)])) as ObjectOf<C>
}

/**
 * Readers for the value at a position in a row. They throw for an impossible value, because SQLite checks
 * types only on write. Each reader is created for its position, which is faster than passing the position for
 * every value.
 */
const readers: { [K in ColumnKind]: (index: number) => (row: Row) => Values[K] } = {
  text: (index) => (row) => {
    const value = row[index]
    return typeof value === 'string' ? value : throwDamaged()
  },
  textOrNull: (index) => (row) => {
    const value = row[index]
    return value === null || typeof value === 'string' ? value : throwDamaged()
  },
  environment: (index) => (row) => {
    const value = row[index]
    return value === 'production' || value === 'development' ? value : throwDamaged()
  },
  environmentOrNull: (index) => (row) => {
    const value = row[index]
    return value === null || value === 'production' || value === 'development' ? value : throwDamaged()
  },
  // An unknown scope must not be treated as a wider one.
  scope: (index) => (row) => keyScopes.find((scope) => scope === row[index]) ?? throwDamaged(),
  integer: (index) => (row) => {
    const value = row[index]
    return typeof value === 'number' ? value : throwDamaged()
  },
  integerOrNull: (index) => (row) => {
    const value = row[index]
    return value === null || typeof value === 'number' ? value : throwDamaged()
  },
  // SQLite stores booleans as 1 and 0.
  flag: (index) => (row) => {
    const value = row[index]
    return typeof value === 'boolean' ? value : typeof value === 'number' ? value === 1 : throwDamaged()
  },
  flagOrNull: (index) => (row) => {
    const value = row[index]
    if (value === null || typeof value === 'boolean') return value
    return typeof value === 'number' ? value === 1 : throwDamaged()
  },
}

function throwDamaged(): never {
  throw new StoreDamagedError('A stored row has an impossible value.')
}
