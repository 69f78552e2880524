import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { openConnection } from './connection.ts'
import { syncToDisk } from './copyFile.ts'
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
    } finally {
      database.close()
    }
    linkSync(unfinished, file)
    syncToDisk(folder)
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true })
  }
}
