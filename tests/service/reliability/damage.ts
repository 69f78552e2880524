import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

export const pageBytes = 4_096

/**
 * Writes everything committed from the log into the file, as the service does over time. Returns which pages hold what.
 */
export function writeLogToFile(file: string): { name: string; page: number; type: string }[] {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const pages = database.prepare('SELECT name, pageno AS page, pagetype AS type FROM dbstat').all()
  database.close()
  return pages as unknown as { name: string; page: number; type: string }[]
}

/** Returns the pages with the rows of a table or index, in its order. */
export function leaves(file: string, table: string): number[] {
  return writeLogToFile(file)
    .filter(({ name, type }) => name === table && type === 'leaf')
    .map(({ page }) => page)
}

export const zeros = Buffer.alloc(pageBytes)
export const noise = () => randomBytes(pageBytes)

/** Overwrites a page like a failing disk. In another process, since this one may have the database open. */
export function overwritePage(file: string, page: number, bytes: Buffer): void {
  const seekOption = `seek=${page - 1}`
  execFileSync('dd', [`of=${file}`, `bs=${pageBytes}`, seekOption, 'conv=notrunc', 'status=none'], {
    input: bytes,
  })
}

/** Truncates a file, in another process. */
export function truncateFile(file: string, bytes: number): void {
  execFileSync('truncate', ['--size', String(bytes), file])
}
