import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns why this machine cannot mount a small disk; `null` if it can. */
export function findMountObstacle(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can mount a small disk'
  const mountPoint = mkdtempSync(join(tmpdir(), 'linkwright-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', mountPoint], { stdio: 'ignore' })
    execFileSync('umount', [mountPoint])
    return null
  } catch {
    return 'this machine cannot mount a disk'
  } finally {
    rmSync(mountPoint, { recursive: true })
  }
}

/** A small disk, 2 MB by default. */
export interface LimitedDisk {
  folder: string
  /** Fills the disk until this many bytes are free. */
  fill: (free: number) => void
  makeReadOnly: () => void
  remove: () => void
}

export function createLimitedDisk(megabytes = 2): LimitedDisk {
  const size = megabytes * 1_024 * 1_024
  const mountPoint = mkdtempSync(join(tmpdir(), 'linkwright-disk-'))
  const mount = (...options: string[]) => execFileSync('mount', [...options, mountPoint])
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs')
  const readUsedBytes = () =>
    Number(execFileSync('df', ['--output=used', '-B1', mountPoint]).toString().split('\n')[1])
  return {
    folder: mountPoint,
    fill: (free) =>
      writeFileSync(join(mountPoint, 'filling'), Buffer.alloc(Math.max(0, size - readUsedBytes() - free))),
    makeReadOnly: () => mount('-o', 'remount,ro'),
    remove: () => {
      execFileSync('umount', ['--lazy', mountPoint])
      rmSync(mountPoint, { recursive: true })
    },
  }
}
