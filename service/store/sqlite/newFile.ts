import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { openConnection } from './connection.ts'
import { syncToDisk } from './copyFile.ts'
import { makeDistinct } from './foreignFile.ts'
import { makeEmpty } from './file.ts'
import { migrate } from './migrate.ts'

/**
 * Creates a database and its folder, private to its user; leaves an existing one alone. The file gets its
 * name when it is complete, so an empty file is never left by a crash: it was emptied.
 */
export function makeDatabase(file: string): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (existsSync(file)) return
  const unfinished = `${file}.new-${process.pid}`
  try {
    makeEmpty(unfinished)
    const database = openConnection(unfinished)
    try {
      migrate(database)
      makeDistinct(database)
    } finally {
      database.close()
    }
    giveName(unfinished, file)
    syncToDisk(folder)
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true })
  }
}

/** What the system says if a file system has no hard links, such as FAT or some network shares. */
const noHardLinks = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL'])

/**
 * A link never replaces a database that another process has made meanwhile. A rename can, between the look and itself;
 * that process then finds its file replaced, and acknowledges nothing.
 */
function giveName(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if (!noHardLinks.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    if (!existsSync(file)) renameSync(unfinished, file)
  }
}
