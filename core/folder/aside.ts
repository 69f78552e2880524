import { existsSync, renameSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

/**
 * Keeps a file that cannot be used under a new name beside the old one and returns that name. Nothing is deleted: what
 * is damaged for the app may still be of use to a person.
 */
export function keepAside(file: string, why: 'damaged' | 'newer'): string {
  const extension = extname(file)
  const stem = basename(file, extension)
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const aside = `${stem}.${why}-${stamp}${extension}`
  renameSync(file, join(dirname(file), aside))
  return aside
}

/** The same for a database, whose latest writes may still be in the files beside it. */
export function keepDatabaseAside(file: string): string {
  const aside = keepAside(file, 'damaged')
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, join(dirname(file), aside + suffix))
  }
  return aside
}
