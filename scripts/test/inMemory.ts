import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A Linux folder in memory that every program may use, and the bytes that must be free there. */
const defaultLocation = { folder: '/dev/shm', minFreeBytes: 2 * 1024 ** 3 }

/**
 * Puts temporary files into memory for this process and its children, if possible. Returns a function that undoes it.
 * On disk, the tests' files would take a sixth of the CPU time. `TMPDIR` takes precedence.
 */
export function useMemoryForTemporaryFiles({ folder: location, minFreeBytes } = defaultLocation): () => void {
  const doNothing = () => undefined
  if (process.env['TMPDIR'] !== undefined || freeBytes(location) < minFreeBytes) return doNothing
  // Short, because socket paths inside it are limited to about 100 characters.
  const folder = mkdtempSync(join(location, 'lw-'))
  const remove = () => removeFolder(folder)
  if (!canRunPrograms(folder)) {
    remove()
    return doNothing
  }
  // The same mode as the default folder, because servers that run as other users create folders in it.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  return () => {
    delete process.env['TMPDIR']
    remove()
  }
}

/** A killed test may leave something mounted. That must not cause another error. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  } catch (error) {
    console.warn(`${folder} could not be removed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Returns the free bytes; 0 if there is no such folder. */
function freeBytes(folder: string): number {
  if (!existsSync(folder)) return 0
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Containers often forbid it. */
function canRunPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
