import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { lockFolder } from './lock.ts'

/** Marker in a copied folder until the original is deleted. */
const markerName = 'moved.json'

/**
 * Moves a data folder once. Returns the folder to use: `to`, or `from` if it can't be moved or another instance uses
 * it. If the process is killed, one complete folder remains and the next start finishes the move.
 */
export function moveDataFolder(from: string, to: string): string {
  try {
    if (!existsSync(to)) move(from, to)
    else if (existsSync(join(to, markerName))) removeSource(from, to)
    return to
  } catch {
    return existsSync(to) ? to : from
  }
}

function move(from: string, to: string): void {
  if (!existsSync(from)) return
  // Throws if another instance uses the folder.
  lockFolder(from).release()
  mkdirSync(dirname(to), { recursive: true })
  try {
    renameSync(from, to)
  } catch (error) {
    if (!isOtherVolume(error)) throw error
    copy(from, to)
  }
}

/**
 * Copies the folder, because `%APPDATA%` may be on another disk or a server. The copy is renamed only when
 * complete.
 */
function copy(from: string, to: string): void {
  const draft = `${to}.moving`
  rmSync(draft, { recursive: true, force: true })
  const lock = lockFolder(from)
  try {
    cpSync(from, draft, { recursive: true, preserveTimestamps: true, filter: isNotLock })
    writeFileSync(join(draft, markerName), JSON.stringify({ from }))
    renameSync(draft, to)
  } finally {
    lock.release()
  }
  removeSource(from, to)
}

/** Excludes the lock: opening its file would release it. */
function isNotLock(file: string): boolean {
  return !basename(file).startsWith('instance.')
}

function removeSource(from: string, to: string): void {
  rmSync(from, { recursive: true, force: true })
  rmSync(join(to, markerName), { force: true })
}

function isOtherVolume(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EXDEV'
}
