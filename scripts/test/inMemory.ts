import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where Linux lets every program keep files in memory, and how many bytes must be free there. */
const defaultLocation = { place: '/dev/shm', room: 2 * 1024 ** 3 }

/**
 * Makes a folder in memory the one of temporary files, for this process and for those it will start, where there is room for
 * one and programs may run from it; gives how to take it away. Tests make and delete some hundred thousand small files, and
 * a disk costs a sixth of their processor time. What a killed process has written is there in memory as it is on a disk.
 * Whoever has set `TMPDIR` is obeyed.
 */
export function keepTemporaryFilesInMemory({ place: location, room } = defaultLocation): () => void {
  const none = () => undefined
  if (process.env['TMPDIR'] !== undefined || freeBytes(location) < room) return none
  // Short, for sockets have their places in it, and those may be a hundred characters long.
  const folder = mkdtempSync(join(location, 'lw-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  if (!runsPrograms(folder)) {
    remove()
    return none
  }
  // As the usual one: servers of other accounts have their folders in it.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  return () => {
    delete process.env['TMPDIR']
    remove()
  }
}

/** Bytes; none where there is no such place. */
function freeBytes(place: string): number {
  if (!existsSync(place)) return 0
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize
}

/** Containers often forbid it. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
