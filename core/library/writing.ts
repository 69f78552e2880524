import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { runInTransaction } from '../../sqlite/transaction.ts'
import { LibraryReadOnlyError } from '../folder/storageProblem.ts'

/** The library's database, as what changes it needs it. */
export interface WritableLibrary {
  sql: DatabaseSync
  /** `false` if the library is from a newer version. */
  writable: boolean
}

/** Throws if the library is from a newer version, which this one could damage. */
export function requireWritable({ writable }: Pick<WritableLibrary, 'writable'>): void {
  if (!writable) throw new LibraryReadOnlyError('The library is from a newer version.')
}

/** Changes the library in a transaction, by default one that is on disk when this returns. Throws if it is read-only. */
export function write<T>(
  database: WritableLibrary,
  work: () => T,
  inTransaction: typeof runInTransaction<T> = runInTransaction,
): T {
  requireWritable(database)
  return inTransaction(database.sql, work)
}

/** Returns SQL that inserts a row. Its parameters are in the order of the columns. */
export function insertSql(table: string, columns: readonly string[], verb = 'INSERT'): string {
  return `${verb} INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
}

export function insertRow(
  sql: DatabaseSync,
  table: string,
  row: Readonly<Record<string, SQLInputValue>>,
): void {
  sql.prepare(insertSql(table, Object.keys(row))).run(...Object.values(row))
}

/** Inserts a row, or updates the one with the same key. */
export function saveRow(
  sql: DatabaseSync,
  table: string,
  key: string,
  row: Readonly<Record<string, SQLInputValue>>,
): void {
  const columns = Object.keys(row)
  const updates = columns.flatMap((column) => (column === key ? [] : `${column} = excluded.${column}`))
  sql
    .prepare(`${insertSql(table, columns)} ON CONFLICT (${key}) DO UPDATE SET ${updates.join(', ')}`)
    .run(...Object.values(row))
}

/** Deletes the rows with a value in a column. */
export function deleteRows(sql: DatabaseSync, table: string, column: string, value: string): void {
  sql.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(value)
}
