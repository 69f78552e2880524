import type { DatabaseSync } from 'node:sqlite'
import { assignSchemaCookie } from '../../../../sqlite/schemaCookie.ts'
import { createEmptyFile, syncToDisk, withFile } from '../../../../sqlite/file.ts'
import { inspectCopy, openCopy, type Inspection } from './inspect.ts'

/**
 * Writes a consistent snapshot of a database to a file, replacing an existing one; verifies it and syncs it
 * to disk. Throws a readable error if the copy is damaged.
 */
export function writeCopy(source: DatabaseSync, target: string): Inspection {
  // Created first, so that it is private to its user.
  createEmptyFile(target)
  source.prepare('VACUUM INTO ?').run(target)
  withFile(target, 'rw', assignSchemaCookie)
  const contents = readCopy(target)
  syncToDisk(target)
  return contents
}

function readCopy(file: string): Inspection {
  using copy = openCopy(file)
  return inspectCopy(copy, file)
}
