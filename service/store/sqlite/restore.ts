import { chownSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openExclusive } from './exclusive.ts'
import type { BackupResult } from './backup.ts'
import { syncToDisk, writeCopy } from './copyFile.ts'
import { inspectCopy, openCopy } from './inspect.ts'
import type { Inspection } from './inspect.ts'
import { readFirstValue } from './connection.ts'

/** A database that was put in its place, and where the one is now that was there. */
export interface RestoreResult extends BackupResult {
  /** The folder that it was moved to; `null` where there was none. */
  aside: string | null
}

/** A database, its log and its index. */
const suffixes = ['', '-wal', '-shm']

/**
 * Puts a copy of `source` in the place of a database that nobody uses, and moves what was there to a folder beside it.
 * Throws a readable error, and changes nothing, when the database is in use or the copy is not one for this version.
 */
export function restoreSqlite(file: string, source: string): RestoreResult {
  const unfinished = `${file}.unfinished`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const alone = openExclusive(file)
  try {
    const held = copySource(source, unfinished)
    giveToOwner(unfinished, file)
    // Where the log is empty, a kill at any moment leaves the old database or the new one at its place.
    const isWhole = alone !== null && emptyLog(alone)
    const aside = isWhole ? linkAside(file) : moveAside(file)
    // Closing comes after: it removes the log, by the name that it had, and there may be a new one soon.
    alone?.close()
    renameSync(unfinished, file)
    syncToDisk(dirname(file))
    return { ...held, bytes: statSync(file).size, aside }
  } finally {
    if (alone?.isOpen === true) alone.close()
    rmSync(unfinished, { force: true })
  }
}

function copySource(source: string, target: string): Inspection {
  const copy = openCopy(source)
  try {
    // Before the copying, which stops at the first damaged page with less to say.
    inspectCopy(copy, source)
    return writeCopy(copy, target)
  } finally {
    copy.close()
  }
}

/** Writes the log into the database. Returns `false` where that fails, as for a damaged one. */
function emptyLog(alone: DatabaseSync): boolean {
  try {
    const blocked = readFirstValue(alone, 'PRAGMA wal_checkpoint(TRUNCATE)')
    return blocked === 0
  } catch {
    return false
  }
}

/** Gives the database a second name in a folder beside it, so that it stays when another file takes its place. */
function linkAside(file: string): string {
  const folder = makeAsideFolder(file)
  try {
    linkSync(file, join(folder, basename(file)))
  } catch {
    // A file system without hard links.
    renameSync(file, join(folder, basename(file)))
  }
  syncToDisk(folder)
  return folder
}

function moveAside(file: string): string | null {
  const there = suffixes.filter((suffix) => existsSync(file + suffix))
  if (there.length === 0) return null
  const folder = makeAsideFolder(file)
  for (const suffix of there) renameSync(file + suffix, join(folder, basename(file) + suffix))
  return folder
}

function makeAsideFolder(file: string): string {
  const folder = join(dirname(file), `before-restore-${new Date().toISOString().replaceAll(':', '-')}`)
  mkdirSync(folder, { mode: 0o700 })
  giveToOwner(folder, file)
  return folder
}

/** The superuser restores for the user of the service, who would not be let in otherwise. */
function giveToOwner(made: string, file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(existsSync(file) ? file : dirname(file))
  chownSync(made, uid, gid)
}
