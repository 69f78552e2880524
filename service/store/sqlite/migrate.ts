import type { DatabaseSync } from 'node:sqlite'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { readPragma } from '../../../sqlite/file.ts'
import { applicationId, rejectForeign } from './file/foreignFile.ts'
import { groupColumns, olderSchemaMessage, readAsCurrent } from '../schema/schema.ts'
import type { PreparedSchema, SchemaUse } from '../schema/schemaUse.ts'
import { sqliteMigrations as migrations } from '../migrations/all.ts'

/** The schema of this release. */
export const schemaVersion = migrations.length

/**
 * Migrates a database to this version's schema and sets our application id, each step atomically; safe if
 * several processes start at once. With another use than `migrate`, changes no existing schema. Throws a
 * readable error if the file belongs to a newer version or another program.
 */
export function prepareSchema(database: DatabaseSync, use: SchemaUse): PreparedSchema {
  const version = readSchemaVersion(database)
  const older = version < migrations.length ? { version, current: migrations.length } : null
  if (use === 'read') return { olderSchema: older, queryStart: older ? readOlder(database) : '' }
  if (use === 'match' && older && !isEmpty(database, version)) throw new Error(olderSchemaMessage(older))
  if (use === 'migrate' || older) migrate(database)
  return { olderSchema: null, queryStart: '' }
}

/** Whether there are no projects, as in a new database, also if its first migration was interrupted. */
function isEmpty(database: DatabaseSync, version: number): boolean {
  return version === 0 || database.prepare('SELECT 1 FROM projects LIMIT 1').get() === undefined
}

function readOlder(database: DatabaseSync): string {
  const rows = database
    .prepare('SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = ?')
    .all('table') as unknown as [string, string][]
  const queryStart = readAsCurrent(groupColumns(rows), 'main.')
  if (queryStart === null) throw new Error('The file is a database of another program.')
  return queryStart
}

/** Like `prepareSchema` with the use `migrate`. */
export function migrate(database: DatabaseSync): void {
  const isMarked = readPragma(database, 'application_id') === applicationId
  if (readSchemaVersion(database) === migrations.length && isMarked) return
  // Takes the write lock first, so that a second process waits here and then finds the work done.
  runInTransaction(database, () => {
    const version = readSchemaVersion(database)
    rejectForeign(database)
    for (const sql of migrations.slice(version)) database.exec(sql)
    database.exec(`PRAGMA user_version = ${migrations.length}; PRAGMA application_id = ${applicationId}`)
  })
}

/** Returns a database's schema version, 0 if it has none. Throws a readable error for a newer version. */
export function readSchemaVersion(database: DatabaseSync): number {
  const version = Number(readPragma(database, 'user_version'))
  if (version > migrations.length) {
    throw new Error(
      `The database has schema ${version}, from a newer version. This version supports schemas up to ${migrations.length}.`,
    )
  }
  return version
}
