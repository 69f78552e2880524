import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

export type QuarantineReason = 'damaged' | 'empty' | 'foreign' | 'newer' | 'overwritten'

/**
 * Renames an unusable file and returns its new name. Nothing is deleted, because someone may still recover data from
 * it.
 */
export function quarantineFile(file: string, reason: QuarantineReason): string {
  const newName = quarantineName(file, reason)
  renameSync(file, join(dirname(file), newName))
  return newName
}

/** Copies a file that will be repaired in place, and returns the copy's name. Not for databases. */
export function quarantineCopy(file: string, reason: QuarantineReason): string {
  const newName = quarantineName(file, reason)
  copyFileSync(file, join(dirname(file), newName))
  return newName
}

/** Renames a database including its side files, which may contain the latest writes. It must be closed. */
export function quarantineDatabase(file: string, reason: QuarantineReason): string {
  const newName = quarantineName(file, reason)
  renameParts(file, join(dirname(file), newName), ['', ...sideFiles])
  return newName
}

/**
 * Renames the side files of a database that the app had begun to set aside when it ended, like the database itself. SQLite
 * would take them for those of the next file with this name.
 */
export function finishQuarantine(file: string, reason: QuarantineReason): void {
  const prefix = `${basename(file, extname(file))}.${reason}-`
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(prefix))
  const latest = names
    .filter((name) => name.endsWith(extname(file)))
    .sort()
    .at(-1)
  renameParts(file, join(dirname(file), latest ?? quarantineName(file, reason)), sideFiles)
}

/** Files that SQLite keeps beside a database. */
const sideFiles = ['-wal', '-shm', '-journal']

function renameParts(file: string, newFile: string, suffixes: readonly string[]): void {
  for (const suffix of suffixes) if (existsSync(file + suffix)) renameSync(file + suffix, newFile + suffix)
}

/**
 * Renames a database's write-ahead log and returns its new name. The database must be closed. SQLite can rebuild the
 * log's index.
 */
export function quarantineLog(file: string, reason: QuarantineReason): string {
  const newName = `${quarantineName(file, reason)}-wal`
  renameSync(`${file}-wal`, join(dirname(file), newName))
  rmSync(`${file}-shm`, { force: true })
  return newName
}

function quarantineName(file: string, reason: QuarantineReason): string {
  const extension = extname(file)
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  return `${basename(file, extension)}.${reason}-${stamp}${extension}`
}
