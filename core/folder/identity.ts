import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { hasViews, isSameSchema, readSchema, schemaMadeBy } from './knownSchema.ts'
import { isDamage, sqliteCodes, sqliteCode } from './sqliteError.ts'

/** How one of the app's own databases is told from anybody else's. */
export interface Identity {
  /** `PRAGMA application_id`. */
  applicationId: number
  /** A table with columns that every version of it has had, for files from before they were marked. */
  table: string
  columns: readonly string[]
  /** Whether every page is looked at: what may be thrown away is checked as it is used. */
  thorough: boolean
  /** The steps that `user_version` counts; a file with another schema than theirs counts as damaged. */
  steps?: readonly string[]
}

export type FileKind = 'absent' | 'empty' | 'ours' | 'foreign' | 'damaged'

/**
 * What lies at the place of a database. SQLite itself looks, through a connection that writes nothing: a foreign file
 * stays as it is to the byte. Throws where the disk, the folder or another program is in the way.
 */
export function identify(file: string, identity: Identity): FileKind {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return 'absent'
  if (found.size === 0) return 'empty'
  try {
    return withConnection(file, (sql) => kindOf(sql, identity))
  } catch (error) {
    if (isDamage(error)) return 'damaged'
    throw error
  }
}

/** A log that was left by a crash can need a connection that may write, if only to its own side files. */
function withConnection<T>(file: string, look: (sql: DatabaseSync) => T): T {
  try {
    return withOpenDatabase(file, true, look)
  } catch (error) {
    const code = sqliteCode(error)
    if (code !== sqliteCodes.readonly && code !== sqliteCodes.cannotOpen) throw error
    return withOpenDatabase(file, false, look)
  }
}

function withOpenDatabase<T>(file: string, readOnly: boolean, look: (sql: DatabaseSync) => T): T {
  const sql = openCopy(file, readOnly)
  try {
    return look(sql)
  } finally {
    sql.close()
  }
}

/** Opens a database that may come from elsewhere: nothing in its schema is trusted to call functions with side effects. */
export function openCopy(file: string, readOnly = true): DatabaseSync {
  const sql = new DatabaseSync(file, { readOnly })
  sql.exec('PRAGMA trusted_schema = OFF')
  return sql
}

/** Whether a database has the schema of its version. Of one from a newer version only views are refused. */
function isKnown(sql: DatabaseSync, steps: readonly string[]): boolean {
  const found = readSchema(sql)
  const version = pragma(sql, 'user_version')
  if (version > steps.length) return !hasViews(found)
  return isSameSchema(found, schemaMadeBy(steps.slice(0, version)))
}

// The table counts too: a file from before the mark has none, and one whose header is damaged has another.
function kindOf(sql: DatabaseSync, identity: Identity): FileKind {
  const id = pragma(sql, 'application_id')
  const ours = id === identity.applicationId || hasColumns(sql, identity)
  // Before anything is read of it: a view in the place of a table may never end.
  if (ours && identity.steps && !isKnown(sql, identity.steps)) return 'damaged'
  if (ours) return !identity.thorough || isSound(sql) ? 'ours' : 'damaged'
  const blank = id === 0 && pragma(sql, 'user_version') === 0 && countTables(sql) === 0
  if (blank) return 'empty'
  return isSound(sql) ? 'foreign' : 'damaged'
}

type NumericPragma =
  'application_id' | 'auto_vacuum' | 'freelist_count' | 'page_count' | 'page_size' | 'user_version'

export function pragma(sql: DatabaseSync, name: NumericPragma): number {
  return Number(sql.prepare(`PRAGMA ${name}`).get()?.[name])
}

function countTables(sql: DatabaseSync): number {
  return Number(sql.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.['count'])
}

function hasColumns(sql: DatabaseSync, { table, columns }: Identity): boolean {
  const found = columnsOf(sql, table)
  return columns.every((column) => found.includes(column))
}

/** The names of a table's columns; none where there is no such table. */
export function columnsOf(sql: DatabaseSync, table: string): string[] {
  return sql
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name))
}

/** Looks at every page, though not at whether each index fits its table. */
function isSound(sql: DatabaseSync): boolean {
  return sql.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok'
}
