import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { readFirstValue, readPragma, withFile } from '../../sqlite/file.ts'
import { hasViews, isSameSchema, readSchema, buildSchema } from '../../sqlite/knownSchema.ts'
import { isDamage, sqliteCodes, sqliteCode } from '../../sqlite/errors.ts'

/** How to recognize one of the app's own databases. */
export interface Identity {
  /** `PRAGMA application_id`. */
  applicationId: number
  /** A table and columns present in every version, to recognize files from before they had an id. */
  table: string
  columns: readonly string[]
  /** Whether to check every page. Files that may be discarded are checked as they are used. */
  thorough: boolean
  /** The migrations counted by `user_version`. A file with a different schema counts as damaged. */
  steps?: readonly string[]
}

export type FileKind = 'absent' | 'empty' | 'ours' | 'foreign' | 'damaged'

/**
 * Returns what kind of file is at a database's path. Uses a read-only SQLite connection, so a foreign file
 * stays unchanged. Throws if the disk, the folder or another program prevents reading.
 */
export function identify(file: string, identity: Identity): FileKind {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) return 'absent'
  if (stats.size === 0) return 'empty'
  try {
    return withConnection(file, (sql) => detectKind(sql, identity))
  } catch (error) {
    if (isDamage(error)) return 'damaged'
    throw error
  }
}

/** After a crash, opening can require write access, if only to SQLite's side files. */
function withConnection<T>(file: string, read: (sql: DatabaseSync) => T): T {
  try {
    return withFile(file, 'ro', read)
  } catch (error) {
    const code = sqliteCode(error)
    if (code !== sqliteCodes.readonly && code !== sqliteCodes.cannotOpen) throw error
    return withFile(file, 'rw', read)
  }
}

/** Whether a database has its version's schema. For newer versions, only views are rejected. */
function isKnown(sql: DatabaseSync, steps: readonly string[]): boolean {
  const schema = readSchema(sql)
  const version = pragma(sql, 'user_version')
  if (version > steps.length) return !hasViews(schema)
  return isSameSchema(schema, buildSchema(steps.slice(0, version)))
}

// Also checks the table: older files have no id, and a damaged header has a wrong one.
function detectKind(sql: DatabaseSync, identity: Identity): FileKind {
  const id = pragma(sql, 'application_id')
  const isOurs = id === identity.applicationId || hasColumns(sql, identity)
  // Checked before any read: a view in place of a table could run forever.
  if (isOurs && identity.steps && !isKnown(sql, identity.steps)) return 'damaged'
  if (isOurs) return !identity.thorough || isSound(sql) ? 'ours' : 'damaged'
  const isBlank =
    id === 0 &&
    pragma(sql, 'user_version') === 0 &&
    readFirstValue(sql, 'SELECT count(*) FROM sqlite_schema') === 0
  if (isBlank) return 'empty'
  return isSound(sql) ? 'foreign' : 'damaged'
}

type NumericPragma =
  | 'application_id'
  | 'auto_vacuum'
  | 'freelist_count'
  | 'page_count'
  | 'page_size'
  | 'schema_version'
  | 'user_version'

export function pragma(sql: DatabaseSync, name: NumericPragma): number {
  return Number(readPragma(sql, name))
}

function hasColumns(sql: DatabaseSync, { table, columns }: Identity): boolean {
  const existing = listColumns(sql, table)
  return columns.every((column) => existing.includes(column))
}

/** Returns the column names of a table; empty if the table doesn't exist. */
export function listColumns(sql: DatabaseSync, table: string): string[] {
  return sql
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name))
}

/** Checks every page, but not whether indexes match their tables. */
function isSound(sql: DatabaseSync): boolean {
  return readPragma(sql, 'quick_check(1)') === 'ok'
}
