import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small disk of a test's own. */
export interface SmallDisk {
  folder: string
  /** Takes all the space that is left; `free` gives it back. */
  fill: () => void
  free: () => void
  remove: () => void
}

/** Mounts one of `megabytes`. Throws where mounting is not allowed. */
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

/** Why no small disk can be had here; `null` where it can. */
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
