import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Notices } from '../notices.ts'
import { hasRoom } from './freeSpace.ts'

/**
 * A placeholder file that is deleted to start on a full disk. Filled with random bytes, because some file systems
 * compress data.
 */
const reservedFile = (folder: string) => join(folder, 'reserved-space')

/** Size in bytes: several times what starting writes, mainly write-ahead log indexes. */
const reservedBytes = 4 * 1_024 * 1_024

/** Free bytes below which the disk counts as nearly full. Greater than the reserved file's size. */
const nearlyFullBytes = 4 * reservedBytes

/** Reserves disk space for a start on a full disk. */
export function reserveSpace(folder: string): void {
  if (existsSync(reservedFile(folder)) || !hasRoom(folder, reservedBytes)) return
  try {
    writeFileSync(reservedFile(folder), randomBytes(reservedBytes), { mode: 0o600 })
  } catch {
    rmSync(reservedFile(folder), { force: true })
  }
}

/**
 * Frees the reserved space if it is needed to start. Call before anything is opened, including the folder
 * lock.
 */
export function releaseSpace(folder: string): void {
  if (existsSync(reservedFile(folder)) && freeBytes(folder) < reservedBytes)
    rmSync(reservedFile(folder), { force: true })
}

/**
 * Adds a notice that says what can be deleted if the disk is nearly full. First removes leftover import and export
 * files of earlier sessions.
 */
export function notifyIfFull(folder: string, notices: Notices): void {
  if (freeBytes(folder) >= nearlyFullBytes) return
  for (const name of ['imports', 'exports']) rmSync(join(folder, name), { recursive: true, force: true })
  if (freeBytes(folder) >= nearlyFullBytes) return
  notices.add(
    'The disk is nearly full',
    'Linkwright can open your library, but it can save little more. You can delete older backups in ' +
      `${join(folder, 'backups')}, runs that you no longer need under Bulk, and files of other programs. ` +
      'Free up some space, then restart Linkwright.',
  )
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
