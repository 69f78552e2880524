import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
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
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, join(dirname(file), newName + suffix))
  }
  return newName
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
