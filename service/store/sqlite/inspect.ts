import { existsSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { StoreDamagedError } from '../storeErrors.ts'
import { readFirstValue, readPragma } from './connection.ts'
import { toStoreError } from './errors.ts'
import { openFile } from './file.ts'
import { rejectForeign } from './foreignFile.ts'
import { refuseChangedSchema } from './knownSchema.ts'
import { readSchemaVersion } from './migrate.ts'

/** What a copy of a database holds. */
export interface Inspection {
  schema: number
  projects: number
  keys: number
  links: number
}

/**
 * Opens a copy that nobody is using, leaving no trace beside it; one that was kept together with its log is read with that.
 * Throws a readable error when it is not there.
 */
export function openCopy(file: string): DatabaseSync {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new Error(`There is no file ${file}.`)
  return openFile(file, existsSync(`${file}-wal`) ? 'ro' : 'still')
}

/**
 * Reads a copy from end to end, as a service will have to. Throws a readable error when it is damaged, of another program
 * or of a newer version of this one.
 */
export function inspectCopy(copy: DatabaseSync, file: string): Inspection {
  try {
    return inspectOpen(copy)
  } catch (error) {
    throw new Error(`${file} cannot be used: ${errorReason(error)}`, { cause: error })
  }
}

function inspectOpen(copy: DatabaseSync): Inspection {
  rejectForeign(copy)
  const schema = readSchemaVersion(copy)
  if (schema === 0) throw new Error('It is empty.')
  // Before any table is read: what has the name of one may be a view that never ends.
  refuseChangedSchema(copy)
  const found = readPragma(copy, 'integrity_check')
  // Of a list of faults the first ones say enough.
  if (found !== 'ok') throw new Error(`It is damaged (${String(found).split('\n', 3).join(' ')}).`)
  const count = (table: string) => Number(readFirstValue(copy, `SELECT COUNT(*) FROM ${table}`))
  return { schema, projects: count('projects'), keys: count('project_keys'), links: count('links') }
}

function errorReason(error: unknown): string {
  const said = toStoreError(error)
  return said instanceof StoreDamagedError ? `It is damaged, or no database (${said.message}).` : said.message
}
