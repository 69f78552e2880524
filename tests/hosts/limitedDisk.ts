import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why this machine cannot mount a small disk of its own; `null` where it can. */
export function cannotMount(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can mount a small disk'
  const place = mkdtempSync(join(tmpdir(), 'linkwright-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place], { stdio: 'ignore' })
    execFileSync('umount', [place])
    return null
  } catch {
    return 'this machine mounts nothing'
  } finally {
    rmSync(place, { recursive: true })
  }
}

/** A small disk, of 1 MB unless more is wanted. */
export interface LimitedDisk {
  place: string
  /** Leaves as many bytes free. */
  fill: (free: number) => void
  makeReadOnly: () => void
  remove: () => void
}

export function limitedDisk(megabytes = 1): LimitedDisk {
  const size = megabytes * 1_024 * 1_024
  const place = mkdtempSync(join(tmpdir(), 'linkwright-disk-'))
  const mount = (...options: string[]) => execFileSync('mount', [...options, place])
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs')
  const used = () => Number(execFileSync('df', ['--output=used', '-B1', place]).toString().split('\n')[1])
  return {
    place,
    fill: (free) => writeFileSync(join(place, 'filling'), Buffer.alloc(Math.max(0, size - used() - free))),
    makeReadOnly: () => mount('-o', 'remount,ro'),
    remove: () => {
      execFileSync('umount', ['--lazy', place])
      rmSync(place, { recursive: true })
    },
  }
}
