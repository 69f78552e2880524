import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { storageProblem } from '../folder/storageProblem.ts'
import type { InFlight } from '../inFlight.ts'
import type { Notices } from '../notices.ts'
import type { SettingsFile } from '../settings/settings.ts'
import { backupOfDay, lastOfDay } from './backup.ts'
import { rememberOffers } from './offers.ts'
import type { Database } from './open.ts'
import type { Records } from './records.ts'

interface Parts {
  folder: string
  database: Database
  settings: SettingsFile
  notices: Notices
  inFlight: InFlight
  reportBug: (call: string, error: unknown) => void
}

/** Sees to it that there is a backup to fall back on. */
export interface Backups {
  /** Makes the copy of the day when it is due. */
  keep: () => void
  /** The records, after whose every end it is looked whether a copy is due. */
  watching: (records: Records) => Records
  /** Makes a last copy with the links of this session. */
  close: () => Promise<void>
}

const day = 24 * 60 * 60 * 1_000
/** In bytes. A larger library is copied once a day, not at each end of the app as well. */
const quicklyCopied = 64 * 1_024 * 1_024

/** Keeps copies of the library in `backups`, and remembers in the settings that there were links. */
export function createBackups({ folder, database, settings, notices, inFlight, reportBug }: Parts): Backups {
  const { sql, writable } = database
  const copies = join(folder, 'backups')
  let last = lastOfDay(copies)
  let changed = false

  const report = (error: unknown) => {
    if (!storageProblem(error)) reportBug('library.backup', error)
  }
  const copy = async () => {
    last = Date.now()
    changed = false
    const offered = notices.list().flatMap(({ backup }) => backup?.name ?? [])
    if (hasRoom(folder, sizeOf(database))) await backupOfDay(sql, copies, offered)
  }
  const work = async () => {
    await rememberOffers({ settings, notices })
    if (!writable || !hasLinks(database)) return
    if (!settings.get().hadLinks) await settings.change((old) => ({ ...old, hadLinks: true }))
    // A clock that was set back does not keep the next copy from being made.
    if (Math.abs(Date.now() - last) >= day) await copy()
  }
  const keep = () => void inFlight.track(work().catch(report))
  return {
    keep,
    watching: (records) => ({
      ...records,
      end: (...input) => {
        records.end(...input)
        changed = true
        keep()
      },
    }),
    close: async () => {
      try {
        if (changed && writable && hasLinks(database) && sizeOf(database) <= quicklyCopied) await copy()
      } catch (error) {
        report(error)
      }
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

/** A copy must not be what fills the disk: the next link needs room too. */
function hasRoom(folder: string, size: number): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2 * size + 16 * 1_024 * 1_024
}
