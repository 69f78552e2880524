import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

/** In bytes. Nothing that can wait is written into this: the next link needs room too. */
const reserve = 64 * 1_024 * 1_024

/** Whether so many bytes can be written into a folder, and the reserve is still free then. */
export function hasRoom(folder: string, bytes: number): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > bytes + reserve
}

/** The disk would be full. `toStorageProblem` tells it by the system's code. */
class NoRoom extends Error {
  override name = 'NoRoom'
  readonly code = 'ENOSPC'
}

/** Throws an error with the code `ENOSPC` unless so many bytes can be written into a folder. */
export function requireRoom(folder: string, bytes: number): void {
  if (!hasRoom(folder, bytes)) throw new NoRoom('The disk is nearly full, so nothing more was written.')
}

/** The same for the folder of a database. */
export function requireRoomFor(sql: DatabaseSync, bytes: number): void {
  const file = sql.location()
  if (file !== null) requireRoom(dirname(file), bytes)
}
