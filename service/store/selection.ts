import { byName } from '../../contract/link/fields.ts'
import type { ColumnKind, Values } from './columns.ts'
import { StoreDamagedError } from './storeErrors.ts'

/** A row as an array in the order of the statement's columns, which is quicker to make than an object. */
export type Row = unknown[]

type Kinds = Record<string, { kind: ColumnKind }>

/** What a statement reads: the names of its columns in their order, and each column's value of a row, by its name. */
export interface Selection<C extends Kinds, N extends keyof C & string> {
  names: readonly N[]
  read: { readonly [M in N]: (row: Row) => Values[C[M]['kind']] }
}

/** Selects columns by name. Their places in a row are looked up here, once, and nowhere else. */
export function createSelection<C extends Kinds, N extends keyof C & string>(
  columns: C,
  names: readonly N[],
): Selection<C, N> {
  const read = byName(names, (name) => readers[columns[name]?.kind ?? 'text'](names.indexOf(name)))
  return { names, read: read as Selection<C, N>['read'] }
}

/**
 * How the value at a place in a row is read. Whatever no row can have throws: SQLite looks at types when it writes and not
 * when it reads. The functions are made for their place, which is quicker than one that is told it at every value.
 */
const readers: { [K in ColumnKind]: (at: number) => (row: Row) => Values[K] } = {
  text: (at) => (row) => {
    const value = row[at]
    return typeof value === 'string' ? value : throwDamaged()
  },
  textOrNull: (at) => (row) => {
    const value = row[at]
    return value === null || typeof value === 'string' ? value : throwDamaged()
  },
  environment: (at) => (row) => {
    const value = row[at]
    return value === 'production' || value === 'development' ? value : throwDamaged()
  },
  integer: (at) => (row) => {
    const value = row[at]
    return typeof value === 'number' ? value : throwDamaged()
  },
  integerOrNull: (at) => (row) => {
    const value = row[at]
    return value === null || typeof value === 'number' ? value : throwDamaged()
  },
  // SQLite has no boolean but 1 and 0.
  flag: (at) => (row) => {
    const value = row[at]
    return typeof value === 'boolean' ? value : typeof value === 'number' ? value === 1 : throwDamaged()
  },
  flagOrNull: (at) => (row) => {
    const value = row[at]
    if (value === null || typeof value === 'boolean') return value
    return typeof value === 'number' ? value === 1 : throwDamaged()
  },
}

function throwDamaged(): never {
  throw new StoreDamagedError('A stored row has values that none can have.')
}
