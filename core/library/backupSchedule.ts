import { join } from 'node:path'
import type { Backup } from '../../contract/calls/library.ts'
import { hasRoom } from '../folder/freeSpace.ts'
import { describeBackup, createBackup, lastDailyBackupTime, removeUnfinished } from './backup.ts'
import type { BackupKind } from './backup.ts'
import type { Database } from './openDatabase.ts'

/** The copies of the library. Those that are `offered` to the person stay. */
export interface BackupSchedule {
  /** Whether there is anything to copy. */
  isWorthwhile: () => boolean
  /** Makes the copy of the day when it is due. */
  backUpIfDue: (offered: readonly string[]) => Promise<void>
  /** Makes a last copy where that takes no time worth mentioning. */
  backUpAtEnd: (offered: readonly string[]) => Promise<void>
  /** Makes a copy because a person wants one; `null` when that is given up. */
  backUpNow: (offered: readonly string[]) => Promise<Backup | 'no links' | 'no room' | null>
  /** Gives up what `backUpNow` has begun. */
  abandonNow: () => void
  /** Gives up a copy that is under way: the app is ending, and it counts only when it is whole. */
  abandon: () => void
}

const dayMs = 24 * 60 * 60 * 1_000
/** In bytes. A larger library is copied once a day, not at each end of the app as well. */
const maxQuickCopyBytes = 64 * 1_024 * 1_024

export function createBackupSchedule(database: Database, folder: string): BackupSchedule {
  const { sql, writable } = database
  const copies = join(folder, 'backups')
  removeUnfinished(copies)
  let last = lastDailyBackupTime(copies)
  let underWay = new AbortController()
  let wanted = new AbortController()
  const isWorthwhile = () => writable && hasLinks(database)
  /** The name of the copy; `null` when it was given up. */
  const make = async (kind: BackupKind, offered: readonly string[], signal: AbortSignal) => {
    try {
      return await createBackup(sql, copies, { kind, offered, signal })
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
    isWorthwhile,
    backUpIfDue: async (offered) => {
      // A clock that was set back does not keep the next copy from being made.
      if (isWorthwhile() && Math.abs(Date.now() - last) >= dayMs) await makeOfDay(offered)
    },
    backUpAtEnd: async (offered) => {
      if (isWorthwhile() && sizeOf(database) <= maxQuickCopyBytes) await makeOfDay(offered)
    },
    backUpNow: async (offered) => {
      if (!hasLinks(database)) return 'no links'
      if (!hasRoom(folder, 2 * sizeOf(database))) return 'no room'
      const { signal } = wanted
      const name = await make('by hand', offered, AbortSignal.any([signal, underWay.signal]))
      return name === null ? null : describeBackup(copies, name)
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
