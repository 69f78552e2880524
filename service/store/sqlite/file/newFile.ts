import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { openConnection } from './connection.ts'
import { assignSchemaCookie } from '../../../../sqlite/schemaCookie.ts'
import { createEmptyFile, syncToDisk } from '../../../../sqlite/file.ts'
import { migrate } from '../migrate.ts'

/**
 * Creates a database and its folder, private to its user; leaves an existing one alone. The file gets its
 * name when it is complete, so a crash never leaves an empty file: an empty one was emptied later.
 */
export function createDatabase(file: string): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (existsSync(file)) return
  const temporaryFile = `${file}.new-${process.pid}`
  try {
    createEmptyFile(temporaryFile)
    createSchema(temporaryFile)
    moveIntoPlace(temporaryFile, file)
    syncToDisk(folder)
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(temporaryFile + suffix, { force: true })
  }
}

function createSchema(file: string): void {
  using database = openConnection(file)
  migrate(database)
  assignSchemaCookie(database)
}

/** Error codes of file systems without hard links, such as FAT or some network shares. */
const noHardLinks = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL'])

/**
 * A hard link never replaces a database that another process has created meanwhile. A rename can, if that happens after the
 * check; the other process then finds its file replaced, and acknowledges nothing.
 */
function moveIntoPlace(temporaryFile: string, file: string): void {
  try {
    linkSync(temporaryFile, file)
  } catch (error) {
    if (!noHardLinks.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    if (!existsSync(file)) renameSync(temporaryFile, file)
  }
}
