import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An ext4 disk that can turn read-only under open files, as a real one does after a write error. */
export interface FailingDisk {
  folder: string
  /** Aborts the journal. A plain `remount,ro` is refused while a database is open. */
  turnReadOnly: () => void
  /** Repairs it and mounts it for writing. No file may be open: ext4 allows no other way back. */
  repair: () => void
  remove: () => void
}

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' })

/** Mounts a disk of 48 MB. Throws if mounting is not allowed. */
export function mountFailingDisk(): FailingDisk {
  const base = mkdtempSync(join(tmpdir(), 'linkwright-failing-'))
  const image = join(base, 'image')
  const folder = join(base, 'disk')
  const mount = () => run('mount', '-o', 'loop,errors=remount-ro', image, folder)
  try {
    mkdirSync(folder)
    run('truncate', '--size=48M', image)
    run('mkfs.ext4', '-q', image)
    mount()
  } catch (error) {
    rmSync(base, { recursive: true })
    throw error
  }
  return {
    folder,
    turnReadOnly: () => void run('mount', '-o', 'remount,abort', folder),
    repair: () => {
      run('umount', folder)
      repairImage(image)
      mount()
    },
    remove: () => {
      run('umount', '--lazy', folder)
      rmSync(base, { recursive: true })
    },
  }
}

/** `e2fsck` exits with 1 if it has repaired something. */
function repairImage(image: string): void {
  try {
    run('e2fsck', '-fy', image)
  } catch (error) {
    if ((error as { status?: number }).status !== 1) throw error
  }
}

/** Returns why no such disk can be mounted here; `null` if it can. */
export function failingDiskMissing(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'mounting needs Linux and root'
  try {
    mountFailingDisk().remove()
    return null
  } catch {
    return 'this machine mounts no ext4 image'
  }
}
