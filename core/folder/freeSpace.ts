import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

/** Bytes kept free for new links. Work that can wait never uses them. */
const reserve = 64 * 1_024 * 1_024

/** Whether a folder has room for `bytes` plus the reserve. */
export function hasRoom(folder: string, bytes: number): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > bytes + reserve
}

/** The disk would become full. `toStorageProblem` recognizes the code. */
class DiskFullError extends Error {
  override name = 'DiskFull'
  readonly code = 'ENOSPC'
}

/** Throws an error with code `ENOSPC` unless the folder has room for `bytes` plus the reserve. */
export function requireRoom(folder: string, bytes: number): void {
  if (!hasRoom(folder, bytes))
    throw new DiskFullError('The disk is nearly full, so nothing more was written.')
}

/** Throws like `requireRoom`, for the folder of a database. */
export function requireRoomFor(sql: DatabaseSync, bytes: number): void {
  const file = sql.location()
  if (file !== null) requireRoom(dirname(file), bytes)
}
