import { existsSync, renameSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { finishQuarantine, quarantineDatabase } from '../folder/quarantine.ts'
import { sqliteCodes, sqliteCode } from '../../sqlite/errors.ts'
import { mergeLibrary } from './mergeLibrary.ts'

/** Returns the path of the copy that replaces a damaged library. */
function copyOf(file: string): string {
  return `${file}.new`
}

/**
 * Replaces a damaged library with a copy of everything readable. Returns the number of copied links, and the new name of
 * the damaged file, which stays in place until the copy is complete: otherwise, the next start tries again.
 */
export function replaceWithReadable(
  file: string,
  open: (file: string) => DatabaseSync,
): { links: number; aside: string } {
  const links = copyReadable(file, open)
  const aside = quarantineDatabase(file, 'damaged')
  renameSync(copyOf(file), file)
  return { links, aside }
}

/**
 * Gives a complete copy its name if the app ended after it had set the damaged file aside. Returns whether there was one.
 */
export function finishReplacing(file: string): boolean {
  if (existsSync(file) || !existsSync(copyOf(file))) return false
  finishQuarantine(file, 'damaged')
  renameSync(copyOf(file), file)
  return true
}

function copyReadable(file: string, open: (file: string) => DatabaseSync): number {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(copyOf(file) + suffix, { force: true })
  const sql = open(copyOf(file))
  try {
    const links = countReadable(file, sql)
    sql.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return links
  } finally {
    sql.close()
  }
}

function countReadable(file: string, sql: DatabaseSync): number {
  try {
    return mergeLibrary(file, sql)
  } catch (error) {
    const code = sqliteCode(error)
    if (code === sqliteCodes.full || code === sqliteCodes.io) throw error
    // Nothing could be read.
    return 0
  }
}
