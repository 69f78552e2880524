import { toStorageProblem } from '../folder/storageProblem.ts'
import type { InFlight } from '../inFlight.ts'
import type { Notices } from '../notices.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { Collection } from './collection/collection.ts'
import type { BackupSchedule } from './backupSchedule.ts'
import { rememberOffers } from './backupOffers.ts'
import type { Records } from './records.ts'
import type { Remote } from './thread/messages.ts'

interface Parts {
  copies: Remote<BackupSchedule>
  settings: SettingsFile
  notices: Notices
  inFlight: InFlight
  reportBug: (call: string, error: unknown) => void
}

export interface Watched {
  records: Remote<Records>
  collection: Remote<Collection>
}

/** Ensures that there is a recent backup. */
export interface Backups {
  /** Makes the daily backup if it is due. */
  keep: () => void
  /** Wraps library operations so that a backup is considered after each one that adds data. */
  watching: (library: Watched) => Watched
  /** Makes a final backup that includes the changes of this session. */
  close: () => Promise<void>
}

/** Creates the backups of the library. Also records in the settings that the library had links. */
export function createBackups({ copies, settings, notices, inFlight, reportBug }: Parts): Backups {
  let changed = false
  const report = (error: unknown) => {
    if (!toStorageProblem(error)) reportBug('library.backup', error)
  }
  const offered = () => offeredBackups(notices)
  const work = async () => {
    await rememberOffers({ settings, notices })
    if (!(await copies.isWorthwhile())) return
    if (!settings.get().hadLinks) await settings.change((old) => ({ ...old, hadLinks: true }))
    await copies.backUpIfDue(offered())
  }
  const keep = () => void inFlight.track(work().catch(report))
  const watch =
    <I extends unknown[], O>(operation: (...input: I) => Promise<O>) =>
    async (...input: I): Promise<O> => {
      const output = await operation(...input)
      changed = true
      keep()
      return output
    }
  return {
    keep,
    watching: ({ records, collection }) => ({
      records: { ...records, end: watch(records.end), add: watch(records.add) },
      collection: {
        ...collection,
        mark: watch(collection.mark),
        unmark: watch(collection.unmark),
        unremove: watch(collection.unremove),
      },
    }),
    close: async () => {
      if (changed) await copies.backUpAtEnd(offered()).catch(report)
    },
  }
}

/** Returns the names of backups that are offered to the user and must be kept. */
export function offeredBackups(notices: Notices): string[] {
  return notices.list().flatMap(({ backup }) => backup?.name ?? [])
}
