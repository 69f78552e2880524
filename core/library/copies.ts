import { join } from 'node:path'
import type { Backup } from '../../contract/calls/library.ts'
import { hasRoom } from '../folder/freeSpace.ts'
import { backupOf, backUp, lastOfDay, removeUnfinished } from './backup.ts'
import type { CopyKind } from './backup.ts'
import type { Database } from './open.ts'

/** The copies of the library. Those that are `offered` to the person stay. */
export interface Copies {
  /** Whether there is anything to copy. */
  worthwhile: () => boolean
  /** Makes the copy of the day when it is due. */
  makeIfDue: (offered: readonly string[]) => Promise<void>
  /** Makes a last copy where that takes no time worth mentioning. */
  makeAtEnd: (offered: readonly string[]) => Promise<void>
  /** Makes a copy because a person wants one; `null` when that is given up. */
  makeNow: (offered: readonly string[]) => Promise<Backup | 'no links' | 'no room' | null>
  /** Gives up what `makeNow` has begun. */
  abandonNow: () => void
  /** Gives up a copy that is under way: the app is ending, and it counts only when it is whole. */
  abandon: () => void
}

const day = 24 * 60 * 60 * 1_000
/** In bytes. A larger library is copied once a day, not at each end of the app as well. */
const quicklyCopied = 64 * 1_024 * 1_024

export function createCopies(database: Database, folder: string): Copies {
  const { sql, writable } = database
  const copies = join(folder, 'backups')
  removeUnfinished(copies)
  let last = lastOfDay(copies)
  let underWay = new AbortController()
  let wanted = new AbortController()
  const worthwhile = () => writable && hasLinks(database)
  /** The name of the copy; `null` when it was given up. */
  const make = async (kind: CopyKind, offered: readonly string[], signal: AbortSignal) => {
    try {
      return await backUp(sql, copies, { kind, offered, signal })
    } catch (error) {
      if (!signal.aborted) throw error
      return null
    }
  }
  const makeOfDay = async (offered: readonly string[]) => {
    last = Date.now()
    if (hasRoom(folder, 2 * sizeOf(database))) await make('of the day', offered, underWay.signal)
  }
  return {
    worthwhile,
    makeIfDue: async (offered) => {
      // A clock that was set back does not keep the next copy from being made.
      if (worthwhile() && Math.abs(Date.now() - last) >= day) await makeOfDay(offered)
    },
    makeAtEnd: async (offered) => {
      if (worthwhile() && sizeOf(database) <= quicklyCopied) await makeOfDay(offered)
    },
    makeNow: async (offered) => {
      if (!hasLinks(database)) return 'no links'
      if (!hasRoom(folder, 2 * sizeOf(database))) return 'no room'
      const { signal } = wanted
      const name = await make('by hand', offered, AbortSignal.any([signal, underWay.signal]))
      return name === null ? null : backupOf(copies, name)
    },
    abandonNow: () => {
      wanted.abort()
      wanted = new AbortController()
    },
    abandon: () => {
      underWay.abort()
      underWay = new AbortController()
    },
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
