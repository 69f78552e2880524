import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { openConnection, pragma } from './connection.ts'
import { openFile } from './file.ts'

/**
 * Copies a database of one moment into `target` while others read and write, and answers the size of the copy in bytes.
 * It gets its name only when it is complete, checked and on the disk. Throws when `target` exists or cannot be written.
 */
export function backupSqlite(file: string, target: string): number {
  if (existsSync(target))
    throw new Error(`${target} exists already: give a name that is not taken, or remove it first.`)
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { force: true })
  // Made first, so that it is private to its user.
  closeSync(openSync(unfinished, 'wx', 0o600))
  try {
    copyInto(file, unfinished)
    refuseDamaged(unfinished)
    syncToDisk(unfinished)
    renameSync(unfinished, target)
  } finally {
    rmSync(unfinished, { force: true })
  }
  syncToDisk(dirname(target))
  return statSync(target).size
}

function copyInto(file: string, target: string): void {
  const database = openConnection(file)
  try {
    database.prepare('VACUUM INTO ?').run(target)
  } finally {
    database.close()
  }
}

function refuseDamaged(file: string): void {
  const copy = openFile(file, 'ro')
  try {
    const found = pragma(copy, 'integrity_check')
    if (found !== 'ok') throw new Error(`The copy is damaged: ${String(found)}`)
  } finally {
    copy.close()
  }
}

/** Of a folder: that the name of the copy stays, where the system can say that (Windows cannot). */
function syncToDisk(path: string): void {
  const isFolder = statSync(path).isDirectory()
  if (isFolder && process.platform === 'win32') return
  const handle = openSync(path, isFolder ? 'r' : 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
