import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A test's own small disk. */
export interface SmallDisk {
  folder: string
  /** Fills the remaining space; `free` releases it. */
  fill: () => void
  free: () => void
  remove: () => void
}

/** Mounts a disk of this many megabytes. Throws if mounting is not allowed. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'linkwright-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch (error) {
    rmdirSync(folder)
    throw error
  }
  const filling = join(folder, 'filling')
  return {
    folder,
    fill: () => fillWith(filling),
    free: () => rmSync(filling),
    remove: () => {
      execFileSync('umount', [folder])
      rmdirSync(folder)
    },
  }
}

/** Returns why no small disk can be mounted here; `null` if it can. */
export function smallDiskMissing(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'mounting needs Linux and root'
  try {
    mountSmallDisk(1).remove()
    return null
  } catch {
    return 'mounting is not allowed here'
  }
}

function fillWith(file: string): void {
  for (const size of [65_536, 4_096]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch {
      // Full for pieces of this size.
    }
  }
}
