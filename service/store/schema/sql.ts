import { sqlTypes, type ColumnKind } from './columns.ts'

/*
 * Statements are written in SQL that both engines read, with the placeholders of SQLite: `?1`, `?2`… Only
 * `postgres/statements.ts` replaces these.
 */

/** What the engines spell differently. */
export interface Dialect {
  /** Returns a parameter that is an array, or `NULL`. */
  array: (index: number, type: 'TEXT' | 'BIGINT') => string
  /** Returns the condition that a value is in such a parameter. */
  among: (index: number, type: 'TEXT' | 'BIGINT') => string
  /** Compares texts by code units, whatever the database's collation is. */
  byCodeUnit: string
}

/** Returns column names as a SQL list, with a table alias if given. */
export function listColumns(names: readonly string[], table?: string): string {
  return names.map((name) => (table === undefined ? name : `${table}.${name}`)).join(', ')
}

/** Returns the assignments of an upsert: every column except the conflicting one. */
export function overwriteColumns(names: readonly string[], conflictColumn: string): string {
  return names
    .filter((name) => name !== conflictColumn)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')
}

/** Returns assignments of columns, whose values are the parameters from this one on. */
export function assignColumns(names: readonly string[], firstParam: number): string {
  return names.map((name, index) => `${name} = ?${firstParam + index}`).join(', ')
}

/** Returns an insert of one row, whose values are the parameters from the first on. */
export function insertInto(table: string, names: readonly string[]): string {
  return `INSERT INTO ${table} (${listColumns(names)}) VALUES (${names.map((_, index) => `?${index + 1}`).join(', ')})`
}

/** Returns a placeholder with its type, for places from which PostgreSQL can't derive it. */
export function typedParam(index: number, kind: ColumnKind): string {
  return `CAST(?${index} AS ${sqlTypes[kind]})`
}
