import type { DatabaseSync } from 'node:sqlite'
import { readPragma } from './connection.ts'
import { applicationId, rejectForeign } from './foreignFile.ts'
import { migrations } from './migrations/all.ts'

/**
 * Brings a database to this version's schema and marks it as ours, each step whole or not at all, whoever starts first.
 * Throws a readable error when the file belongs to a newer version or to another program.
 */
export function migrate(database: DatabaseSync): void {
  if (readSchemaVersion(database) === migrations.length && isMarked(database)) return
  // Taking the write lock first makes a second process wait here and then find the work done.
  database.exec('BEGIN IMMEDIATE')
  try {
    const version = readSchemaVersion(database)
    rejectForeign(database)
    for (const sql of migrations.slice(version)) database.exec(sql)
    database.exec(`PRAGMA user_version = ${migrations.length}; PRAGMA application_id = ${applicationId}`)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

function isMarked(database: DatabaseSync): boolean {
  return readPragma(database, 'application_id') === applicationId
}

/** The schema of a database, 0 when it has none. Throws a readable error when it is one of a newer version. */
export function readSchemaVersion(database: DatabaseSync): number {
  const version = Number(readPragma(database, 'user_version'))
  if (version > migrations.length) {
    throw new Error(
      `The database has schema ${version}, made by a newer version; this one knows ${migrations.length}.`,
    )
  }
  return version
}
