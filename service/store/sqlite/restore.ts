import { chownSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { takeAlone } from './alone.ts'
import type { Copied } from './backup.ts'
import { syncToDisk, writeCopy } from './copyFile.ts'
import { inspect, openCopy } from './inspect.ts'
import type { Inspection } from './inspect.ts'

/** A database that was put in its place, and where the one is now that was there. */
export interface Restored extends Copied {
  /** The folder that it was moved to; `null` where there was none. */
  aside: string | null
}

/** A database, its log and its index. */
const suffixes = ['', '-wal', '-shm']

/**
 * Puts a copy of `source` in the place of a database that nobody uses, and moves what was there to a folder beside it.
 * Throws a readable error, and changes nothing, when the database is in use or the copy is not one for this version.
 */
export function restoreSqlite(file: string, source: string): Restored {
  const unfinished = `${file}.unfinished`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const alone = takeAlone(file)
  try {
    const held = copyOf(source, unfinished)
    giveToOwner(unfinished, file)
    // Closing comes after: it empties the log, by the name that it had, and there may be a new one soon.
    const aside = moveAside(file)
    alone?.close()
    renameSync(unfinished, file)
    syncToDisk(dirname(file))
    return { ...held, bytes: statSync(file).size, aside }
  } finally {
    if (alone?.isOpen === true) alone.close()
    rmSync(unfinished, { force: true })
  }
}

function copyOf(source: string, target: string): Inspection {
  const copy = openCopy(source)
  try {
    // Before the copying, which stops at the first damaged page with less to say.
    inspect(copy, source)
    return writeCopy(copy, target)
  } finally {
    copy.close()
  }
}

function moveAside(file: string): string | null {
  const there = suffixes.filter((suffix) => existsSync(file + suffix))
  if (there.length === 0) return null
  const folder = join(dirname(file), `before-restore-${new Date().toISOString().replaceAll(':', '-')}`)
  mkdirSync(folder, { mode: 0o700 })
  giveToOwner(folder, file)
  for (const suffix of there) renameSync(file + suffix, join(folder, basename(file) + suffix))
  return folder
}

/** The superuser restores for the user of the service, who would not be let in otherwise. */
function giveToOwner(made: string, file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(existsSync(file) ? file : dirname(file))
  chownSync(made, uid, gid)
}
