import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { lockFolder } from './lock.ts'
import { systemCode } from './storageProblem.ts'

/** Marker in a copied folder until the original is deleted. */
const markerName = 'moved.json'

/**
 * Moves a data folder once. Returns the folder to use: `newFolder`, or `oldFolder` if it can't be moved or another
 * instance uses it. If the process is killed, one complete folder remains and the next start finishes the move.
 */
export function moveDataFolder(oldFolder: string, newFolder: string): string {
  try {
    if (!existsSync(newFolder)) move(oldFolder, newFolder)
    else if (existsSync(join(newFolder, markerName))) removeSource(oldFolder, newFolder)
    return newFolder
  } catch {
    return existsSync(newFolder) ? newFolder : oldFolder
  }
}

function move(oldFolder: string, newFolder: string): void {
  if (!existsSync(oldFolder)) return
  // Throws if another instance uses the folder.
  lockFolder(oldFolder).release()
  mkdirSync(dirname(newFolder), { recursive: true })
  try {
    renameSync(oldFolder, newFolder)
  } catch (error) {
    if (systemCode(error) !== 'EXDEV') throw error
    copy(oldFolder, newFolder)
  }
}

/**
 * Copies the folder, because `%APPDATA%` may be on another disk or a server. The copy is renamed only when
 * complete.
 */
function copy(oldFolder: string, newFolder: string): void {
  const draft = `${newFolder}.moving`
  rmSync(draft, { recursive: true, force: true })
  const lock = lockFolder(oldFolder)
  try {
    cpSync(oldFolder, draft, { recursive: true, preserveTimestamps: true, filter: isNotLock })
    writeFileSync(join(draft, markerName), JSON.stringify({ from: oldFolder }))
    renameSync(draft, newFolder)
  } finally {
    lock.release()
  }
  removeSource(oldFolder, newFolder)
}

/** Excludes the lock: opening its file would release it. */
function isNotLock(file: string): boolean {
  return !basename(file).startsWith('instance.')
}

function removeSource(oldFolder: string, newFolder: string): void {
  rmSync(oldFolder, { recursive: true, force: true })
  rmSync(join(newFolder, markerName), { force: true })
}
