import { chownSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { unfinishedPath } from '../../backups/unfinishedFile.ts'
import { openExclusive } from '../file/exclusive.ts'
import { writeCopy } from '../file/copyFile.ts'
import { inspectCopy, openCopy, type Inspection } from '../file/inspect.ts'
import { readFirstValue, syncToDisk } from '../../../../sqlite/file.ts'

/** A database, its log and its index. */
const suffixes = ['', '-wal', '-shm']

/**
 * Replaces an unused database with a copy of `source`, and moves the previous one to a folder beside it.
 * Throws a readable error and changes nothing if the database is in use or the copy doesn't fit this version. In the result,
 * `aside` is the folder of the previous one; `null` if there was none.
 */
export function restoreSqlite(file: string, source: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const exclusive = openExclusive(file)
  const temporaryFile = unfinishedPath(file)
  try {
    const contents = copySource(source, temporaryFile)
    setOwner(temporaryFile, file)
    // With an empty log, a kill at any moment leaves either the old or the new database in place.
    const isLogEmpty = exclusive !== null && emptyLog(exclusive)
    const aside = isLogEmpty ? linkAside(file) : moveAside(file)
    // Closed only afterwards: closing removes the log by its former name, where a new one may soon exist.
    exclusive?.close()
    renameSync(temporaryFile, file)
    syncToDisk(dirname(file))
    return { ...contents, bytes: statSync(file).size, aside }
  } finally {
    if (exclusive?.isOpen === true) exclusive.close()
    rmSync(temporaryFile, { force: true })
  }
}

function copySource(source: string, target: string): Inspection {
  using copy = openCopy(source)
  // Checked before copying, which stops at the first damaged page with a less helpful error.
  inspectCopy(copy, source)
  return writeCopy(copy, target)
}

/** Writes the log into the database. Returns `false` if that fails, for example because it is damaged. */
function emptyLog(exclusive: DatabaseSync): boolean {
  try {
    const isBlocked = readFirstValue(exclusive, 'PRAGMA wal_checkpoint(TRUNCATE)')
    return isBlocked === 0
  } catch {
    return false
  }
}

/** Hard-links the database into a folder beside it, so that it stays when another file replaces it. */
function linkAside(file: string): string {
  const folder = makeAsideFolder(file)
  try {
    linkSync(file, join(folder, basename(file)))
  } catch {
    // The file system has no hard links.
    renameSync(file, join(folder, basename(file)))
  }
  syncToDisk(folder)
  return folder
}

function moveAside(file: string): string | null {
  const existingSuffixes = suffixes.filter((suffix) => existsSync(file + suffix))
  if (existingSuffixes.length === 0) return null
  const folder = makeAsideFolder(file)
  for (const suffix of existingSuffixes) renameSync(file + suffix, join(folder, basename(file) + suffix))
  return folder
}

function makeAsideFolder(file: string): string {
  const folder = join(dirname(file), `before-restore-${new Date().toISOString().replaceAll(':', '-')}`)
  mkdirSync(folder, { mode: 0o700 })
  setOwner(folder, file)
  return folder
}

/** When root restores a database, the service's user must be able to open it. */
function setOwner(path: string, file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(existsSync(file) ? file : dirname(file))
  chownSync(path, uid, gid)
}
