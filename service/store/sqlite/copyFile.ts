import { closeSync, fsyncSync, openSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { makeEmpty } from './file.ts'
import { inspectCopy, openCopy } from './inspect.ts'
import type { Inspection } from './inspect.ts'

/**
 * Writes what a database holds at one moment into a file of that name, over one that is there; reads it back, and has it on
 * the disk. Throws a readable error when the copy is not sound.
 */
export function writeCopy(from: DatabaseSync, target: string): Inspection {
  // Made first, so that it is private to its user.
  makeEmpty(target)
  from.prepare('VACUUM INTO ?').run(target)
  const held = verifyCopy(target)
  syncToDisk(target)
  return held
}

function verifyCopy(file: string): Inspection {
  const copy = openCopy(file)
  try {
    return inspectCopy(copy, file)
  } finally {
    copy.close()
  }
}

/** Of a folder: that the names in it stay, where the system can say that (Windows cannot). */
export function syncToDisk(path: string): void {
  const isFolder = statSync(path).isDirectory()
  if (isFolder && process.platform === 'win32') return
  const handle = openSync(path, isFolder ? 'r' : 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
