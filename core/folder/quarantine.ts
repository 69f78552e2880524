import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

export type QuarantineReason = 'damaged' | 'empty' | 'foreign' | 'newer' | 'overwritten'

/**
 * Renames an unusable file and returns its new name. Nothing is deleted, because someone may still recover data from
 * it.
 */
export function quarantineFile(file: string, why: QuarantineReason): string {
  const aside = quarantineName(file, why)
  renameSync(file, join(dirname(file), aside))
  return aside
}

/** Copies a file that will be repaired in place, and returns the copy's name. Not for databases. */
export function quarantineCopy(file: string, why: QuarantineReason): string {
  const aside = quarantineName(file, why)
  copyFileSync(file, join(dirname(file), aside))
  return aside
}

/** Renames a database including its side files, which may contain the latest writes. It must be closed. */
export function quarantineDatabase(file: string, why: QuarantineReason): string {
  const aside = quarantineName(file, why)
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, join(dirname(file), aside + suffix))
  }
  return aside
}

/**
 * Renames a database's write-ahead log and returns its new name. The database must be closed. SQLite can rebuild the
 * log's index.
 */
export function quarantineLog(file: string, why: QuarantineReason): string {
  const aside = `${quarantineName(file, why)}-wal`
  renameSync(`${file}-wal`, join(dirname(file), aside))
  rmSync(`${file}-shm`, { force: true })
  return aside
}

function quarantineName(file: string, why: QuarantineReason): string {
  const extension = extname(file)
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  return `${basename(file, extension)}.${why}-${stamp}${extension}`
}
