import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncToDisk } from '../../../sqlite/file.ts'

/** A file's name until it is complete: its later name, the id of the process that writes it, and random digits. */
const unfinishedPattern = /^(.+)\.(\d+)-[\da-f]{8}\.unfinished$/

/** Returns the name that an unfinished file gets when it is complete; `null` for any other name. */
export function parseUnfinished(name: string): { finalName: string; pid: number } | null {
  const [, finalName, pid] = unfinishedPattern.exec(name) ?? []
  return finalName === undefined ? null : { finalName, pid: Number(pid) }
}

/** A file with another name until it is complete. Disposing of it deletes an incomplete one. */
export interface UnfinishedFile extends Disposable {
  path: string
  /** Gives the complete file its name. Throws if another process was faster. */
  finish: () => void
}

/** Returns where to write a new file. Throws if it exists. */
export function startFile(file: string): UnfinishedFile {
  rejectExisting(file)
  const path = unfinishedPath(file)
  const finish = () => {
    nameFile(path, file)
    syncToDisk(dirname(file))
  }
  const remove = () => {
    if (existsSync(path)) rmSync(path)
  }
  return { path, finish, [Symbol.dispose]: remove }
}

/**
 * Returns the path under which to write a file until it is complete. No other process has it, even if it writes a file of
 * the same name. Deletes what killed processes left of this file.
 */
export function unfinishedPath(file: string): string {
  deleteLeftovers(file)
  return `${file}.${process.pid}-${randomBytes(4).toString('hex')}.unfinished`
}

function nameFile(unfinishedFile: string, file: string): void {
  try {
    // Unlike a rename, never replaces a file.
    linkSync(unfinishedFile, file)
    rmSync(unfinishedFile)
  } catch (error) {
    rejectExisting(file)
    // A symbolic link without a target: a rename would replace it.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    // The file system has no hard links.
    renameSync(unfinishedFile, file)
  }
}

function rejectExisting(file: string): void {
  if (existsSync(file)) throw new Error(`${file} already exists. Choose another name, or delete it first.`)
}

function deleteLeftovers(file: string): void {
  try {
    for (const name of readdirSync(dirname(file))) {
      const unfinished = parseUnfinished(name)
      if (unfinished?.finalName !== basename(file) || isRunning(unfinished.pid)) continue
      rmSync(join(dirname(file), name), { force: true })
    }
  } catch {
    // Writing the file reports a folder that is missing or not writable.
  }
}

/** Returns whether another process with this id is running. In a container, a killed one often had the id of this one. */
export function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
