import { copyFileSync, existsSync, readdirSync, renameSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { asideName } from '../../sqlite/setAside.ts'

export type QuarantineReason = 'damaged' | 'empty' | 'foreign' | 'newer'

/**
 * Renames an unusable file and returns its new name. Nothing is deleted, because someone may still recover data from
 * it.
 */
export function quarantineFile(file: string, reason: QuarantineReason): string {
  const newName = asideName(file, reason)
  renameSync(file, join(dirname(file), newName))
  return newName
}

/** Copies a file that will be repaired in place, and returns the copy's name. Not for databases. */
export function quarantineCopy(file: string, reason: QuarantineReason): string {
  const newName = asideName(file, reason)
  copyFileSync(file, join(dirname(file), newName))
  return newName
}

/** Renames a database including its side files, which may contain the latest writes. It must be closed. */
export function quarantineDatabase(file: string, reason: QuarantineReason): string {
  const newName = asideName(file, reason)
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
  renameParts(file, join(dirname(file), latest ?? asideName(file, reason)), sideFiles)
}

/** Files that SQLite keeps beside a database. */
const sideFiles = ['-wal', '-shm', '-journal']

function renameParts(file: string, newFile: string, suffixes: readonly string[]): void {
  for (const suffix of suffixes) if (existsSync(file + suffix)) renameSync(file + suffix, newFile + suffix)
}
