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

export interface WatchedLibrary {
  records: Remote<Records>
  collection: Remote<Collection>
}

/** Ensures that there is a recent backup. */
export interface Backups {
  /** Makes the daily backup if it is due. */
  backUpIfDue: () => void
  /** Wraps library operations so that a backup is considered after each one that adds data. */
  watch: (library: WatchedLibrary) => WatchedLibrary
  /** Makes a final backup that includes the changes of this session. */
  close: () => Promise<void>
}

/** Creates the backups of the library. Also records in the settings that the library had links. */
export function createBackups({ copies, settings, notices, inFlight, reportBug }: Parts): Backups {
  let changed = false
  const report = (error: unknown) => {
    if (!toStorageProblem(error)) reportBug('library.backup', error)
  }
  const listOffered = () => offeredBackups(notices)
  const work = async () => {
    await rememberOffers({ settings, notices })
    if (!(await copies.isWorthwhile())) return
    if (!settings.get().hadLinks) await settings.change((old) => ({ ...old, hadLinks: true }))
    await copies.backUpIfDue(listOffered())
  }
  const backUpIfDue = () => void inFlight.track(work().catch(report))
  const watchOperation =
    <I extends unknown[], O>(operation: (...input: I) => Promise<O>) =>
    async (...input: I): Promise<O> => {
      const output = await operation(...input)
      changed = true
      backUpIfDue()
      return output
    }
  return {
    backUpIfDue,
    watch: ({ records, collection }) => ({
      records: { ...records, end: watchOperation(records.end), add: watchOperation(records.add) },
      collection: {
        ...collection,
        mark: watchOperation(collection.mark),
        unmark: watchOperation(collection.unmark),
        unremove: watchOperation(collection.unremove),
      },
    }),
    close: async () => {
      if (changed) await copies.backUpAtEnd(listOffered()).catch(report)
    },
  }
}

/** Returns the names of backups that are offered to the user and must be kept. */
export function offeredBackups(notices: Notices): string[] {
  return notices.list().flatMap(({ backup }) => backup?.name ?? [])
}
