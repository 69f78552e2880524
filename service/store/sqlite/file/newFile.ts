import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { openConnection } from './connection.ts'
import { assignSchemaCookie } from '../../../../sqlite/schemaCookie.ts'
import { createEmptyFile } from '../../../../sqlite/file.ts'
import { startFile } from '../../backups/unfinishedFile.ts'
import { migrate } from '../migrate.ts'

/**
 * Creates a database and its folder, private to its user; leaves an existing one alone. The file gets its
 * name when it is complete, so a crash never leaves an empty file: an empty one was emptied later.
 */
export function createDatabase(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  if (existsSync(file)) return
  try {
    using unfinished = startFile(file)
    createEmptyFile(unfinished.path)
    createSchema(unfinished.path)
    unfinished.finish()
  } catch (error) {
    // Another process created it first.
    if (!existsSync(file)) throw error
  }
}

function createSchema(file: string): void {
  using database = openConnection(file)
  migrate(database)
  assignSchemaCookie(database)
}
