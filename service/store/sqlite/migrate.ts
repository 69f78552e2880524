import type { DatabaseSync } from 'node:sqlite'
import { readPragma } from './connection.ts'
import { applicationId, rejectForeign } from './foreignFile.ts'
import { migrations } from './migrations/all.ts'

/** The schema of this release. */
export const schemaVersion = migrations.length

/**
 * Migrates a database to this version's schema and sets our application id, each step atomically; safe if
 * several processes start at once. Throws a readable error if the file belongs to a newer version or another
 * program.
 */
export function migrate(database: DatabaseSync): void {
  if (readSchemaVersion(database) === migrations.length && isMarked(database)) return
  // Takes the write lock first, so that a second process waits here and then finds the work done.
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
