import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { openConnection } from './connection.ts'
import { syncToDisk } from './copyFile.ts'
import { makeEmpty } from './file.ts'
import { migrate } from './migrate.ts'

/**
 * Makes a database with its folder, private to its user; one that is there is left alone. It gets its name when it is
 * complete, so an empty file is never one that a crash has left: it was emptied.
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
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true })
  }
}
