import { copyFileSync, existsSync, renameSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

export type QuarantineReason = 'damaged' | 'empty' | 'foreign' | 'newer'

/**
 * Keeps a file that cannot be used under a new name beside the old one and returns that name. Nothing is deleted: what
 * is damaged for the app may still be of use to a person.
 */
export function quarantineFile(file: string, why: QuarantineReason): string {
  const aside = quarantineName(file, why)
  renameSync(file, join(dirname(file), aside))
  return aside
}

/** The same for a file of which a part goes on being used: the whole is copied, byte by byte. Not for databases. */
export function quarantineCopy(file: string, why: QuarantineReason): string {
  const aside = quarantineName(file, why)
  copyFileSync(file, join(dirname(file), aside))
  return aside
}

/** The same for a database, whose latest writes may still be in the files beside it. No connection may be open to it. */
export function quarantineDatabase(file: string, why: QuarantineReason): string {
  const aside = quarantineName(file, why)
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, join(dirname(file), aside + suffix))
  }
  return aside
}

function quarantineName(file: string, why: QuarantineReason): string {
  const extension = extname(file)
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  return `${basename(file, extension)}.${why}-${stamp}${extension}`
}
