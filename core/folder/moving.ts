import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { lockFolder } from './lock.ts'

/** In a moved folder, until the one that it was copied from is gone. */
const copied = 'moved.json'

/**
 * Moves a data folder once, and returns the folder to use: `to`, or `from` while another instance uses it or it cannot be moved. A
 * process that is killed at any moment leaves one whole folder, and the next start finishes the rest.
 */
export function moveDataFolder(from: string, to: string): string {
  try {
    if (!existsSync(to)) move(from, to)
    else if (existsSync(join(to, copied))) removeSource(from, to)
    return to
  } catch {
    return existsSync(to) ? to : from
  }
}

function move(from: string, to: string): void {
  if (!existsSync(from)) return
  // Throws while another instance uses the folder.
  lockFolder(from).release()
  mkdirSync(dirname(to), { recursive: true })
  try {
    renameSync(from, to)
  } catch (error) {
    if (!isOtherVolume(error)) throw error
    copy(from, to)
  }
}

/** `%APPDATA%` may be on another disk or a server. The copy gets its name only once it is whole. */
function copy(from: string, to: string): void {
  const draft = `${to}.moving`
  rmSync(draft, { recursive: true, force: true })
  const lock = lockFolder(from)
  try {
    cpSync(from, draft, { recursive: true, preserveTimestamps: true, filter: isNoLock })
    writeFileSync(join(draft, copied), JSON.stringify({ from }))
    renameSync(draft, to)
  } finally {
    lock.release()
  }
  removeSource(from, to)
}

/** The lock is this process's own, and opening its file by hand would end it. */
function isNoLock(file: string): boolean {
  return !basename(file).startsWith('instance.')
}

function removeSource(from: string, to: string): void {
  rmSync(from, { recursive: true, force: true })
  rmSync(join(to, copied), { force: true })
}

function isOtherVolume(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EXDEV'
}
