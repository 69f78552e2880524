import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Backup } from '../../contract/calls/library.ts'
import { identify } from '../folder/identity.ts'
import { LibraryReadOnly } from '../folder/storageProblem.ts'
import { backupOf, backupOfDay, backupsIn, lastOfDay } from './backup.ts'
import { libraryIdentity } from './identity.ts'
import type { Database } from './open.ts'
import { takeOver } from './takeOver.ts'

/** The copies of the library. Those that are `offered` to the person stay. */
export interface Copies {
  /** Whether there is anything to copy. */
  worthwhile: () => boolean
  /** Makes the copy of the day when it is due. */
  makeIfDue: (offered: readonly string[]) => Promise<void>
  /** Makes a last copy where that takes no time worth mentioning. */
  makeAtEnd: (offered: readonly string[]) => Promise<void>
  /** Gives up a copy that is under way: the app is ending, and it counts only when it is whole. */
  abandon: () => void
  /** The sound copies, newest first, and how many links each would add. */
  list: () => (Backup & { adds: number })[]
  /** Adds what a copy holds and the library does not, and answers how many links those were; `null` where it is not usable. */
  restore: (name: string) => number | null
}

const day = 24 * 60 * 60 * 1_000
/** In bytes. A larger library is copied once a day, not at each end of the app as well. */
const quicklyCopied = 64 * 1_024 * 1_024

export function createCopies(database: Database, folder: string): Copies {
  const { sql, writable } = database
  const copies = join(folder, 'backups')
  let last = lastOfDay(copies)
  let underWay = new AbortController()
  const worthwhile = () => writable && hasLinks(database)
  const make = async (offered: readonly string[]) => {
    last = Date.now()
    if (!hasRoom(folder, sizeOf(database))) return
    const { signal } = underWay
    await backupOfDay(sql, copies, offered, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
  return {
    worthwhile,
    makeIfDue: async (offered) => {
      // A clock that was set back does not keep the next copy from being made.
      if (worthwhile() && Math.abs(Date.now() - last) >= day) await make(offered)
    },
    makeAtEnd: async (offered) => {
      if (worthwhile() && sizeOf(database) <= quicklyCopied) await make(offered)
    },
    abandon: () => {
      underWay.abort()
      underWay = new AbortController()
    },
    list: () =>
      backupsIn(copies).flatMap((name) => {
        const backup = backupOf(copies, name)
        return backup ? [{ ...backup, adds: linksToAdd(sql, join(copies, name)) }] : []
      }),
    restore: (name) => {
      if (!writable) throw new LibraryReadOnly('The library is from a newer version.')
      const file = join(copies, name)
      const usable = backupsIn(copies).includes(name) && identify(file, libraryIdentity) === 'ours'
      return usable ? takeOver(file, sql) : null
    },
  }
}

/** How many links of a copy are not in the library. */
function linksToAdd(sql: DatabaseSync, file: string): number {
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    const known = sql.prepare('SELECT 1 FROM main.links WHERE id = ?')
    let adds = 0
    for (const { id } of copy.prepare('SELECT id FROM links').iterate()) {
      if (!known.get(id as string)) adds++
    }
    return adds
  } finally {
    copy.close()
  }
}

export function hasLinks({ sql }: Database): boolean {
  return sql.prepare('SELECT 1 FROM links LIMIT 1').get() !== undefined
}

function sizeOf({ sql }: Database): number {
  const found = sql
    .prepare('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size')
    .get()
  return Number(found?.['size'])
}

/** A copy must not be what fills the disk: the next link needs room too. */
function hasRoom(folder: string, size: number): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2 * size + 16 * 1_024 * 1_024
}
