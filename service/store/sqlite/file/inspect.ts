import { existsSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { StoreDamagedError } from '../../storeErrors.ts'
import { openFile, readFirstValue, readPragma, withFile } from '../../../../sqlite/file.ts'
import { toStoreError } from '../errors.ts'
import { rejectForeign } from './foreignFile.ts'
import { rejectChangedSchema } from './knownSchema.ts'
import { readSchemaVersion } from '../migrate.ts'
import { waiting } from './connection.ts'

/** What a copy of a database contains. */
export interface Inspection {
  schema: number
  projects: number
  keys: number
  links: number
}

/**
 * Opens a copy that is not in use, leaving no files beside it; reads its log too if there is one. Throws a
 * readable error if it doesn't exist.
 */
export function openCopy(file: string): DatabaseSync {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new Error(`The file ${file} does not exist.`)
  return openFile(file, existsSync(`${file}-wal`) ? 'ro' : 'still')
}

/**
 * Verifies a copy from start to end, as a service would read it. Throws a readable error if it is damaged,
 * from another program or from a newer version.
 */
export function inspectCopy(copy: DatabaseSync, file: string): Inspection {
  try {
    return inspectContents(copy)
  } catch (error) {
    throw new Error(`${file} cannot be used: ${errorReason(error)}`, { cause: error })
  }
}

function inspectContents(copy: DatabaseSync): Inspection {
  rejectForeign(copy)
  const schema = readSchemaVersion(copy)
  if (schema === 0) throw new Error('The file is empty.')
  // Checked before any table is read: a view with a table's name could run forever.
  rejectChangedSchema(copy)
  const result = readPragma(copy, 'integrity_check')
  // The first errors of the list are enough.
  if (result !== 'ok') throw new Error(`The file is damaged (${String(result).split('\n', 3).join(' ')}).`)
  const count = (table: string) => Number(readFirstValue(copy, `SELECT COUNT(*) FROM ${table}`))
  return { schema, projects: count('projects'), keys: count('project_keys'), links: count('links') }
}

function errorReason(error: unknown): string {
  const failure = toStoreError(error)
  return failure instanceof StoreDamagedError
    ? `The file is damaged or is not a database (${failure.message}).`
    : failure.message
}

/**
 * Returns the first error found in a database that may be in use, without comparing indexes; `null` if there
 * is none.
 */
export function findQuickError(file: string): string | null {
  try {
    const result = String(withFile(file, 'ro', (database) => readPragma(database, 'quick_check(1)'), waiting))
    return result === 'ok' ? null : result.replaceAll('\n', ' ')
  } catch (error) {
    return toStoreError(error).message
  }
}
