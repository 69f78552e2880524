import { toStorageProblem } from '../folder/storageProblem.ts'
import type { InFlight } from '../inFlight.ts'
import type { Notices } from '../notices.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { Collection } from './collection/collection.ts'
import type { BackupSchedule } from './backupSchedule.ts'
import { rememberOffers } from './backupOffers.ts'
import type { Imports } from './imports/imports.ts'
import type { LinkChanges } from './linkChanges.ts'
import type { Records } from './records.ts'
import type { ChangeQueue } from './runs/changes/changeQueue.ts'
import type { SendQueue } from './runs/sendQueue.ts'
import type { Sheets } from './runs/sheets/sheets.ts'
import type { Remote } from '../../sqlite/thread/messages.ts'

interface Parts {
  copies: Remote<BackupSchedule>
  settings: SettingsFile
  notices: Notices
  inFlight: InFlight
  reportBug: (call: string, error: unknown) => void
}

interface WatchedLibrary {
  records: Remote<Records>
  collection: Remote<Collection>
  linkChanges: Remote<LinkChanges>
  sending: Remote<SendQueue>
  changeQueue: Remote<ChangeQueue>
  sheets: Remote<Sheets>
  imports: Remote<Imports>
}

/** Ensures that there is a recent backup. */
export interface Backups {
  /** Makes the daily backup if it is due. */
  backUpIfDue: () => void
  /** Wraps library operations so that a backup is considered after each one that adds data. */
  watch: <L extends WatchedLibrary>(library: L) => L
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
  const watchOperation: WatchOperation =
    (operation) =>
    async (...input) => {
      const output = await operation(...input)
      changed = true
      backUpIfDue()
      return output
    }
  return {
    backUpIfDue,
    watch: (library) => watchLibrary(library, watchOperation),
    close: async () => {
      if (changed) await copies.backUpAtEnd(listOffered()).catch(report)
    },
  }
}

type WatchOperation = <I extends unknown[], O>(
  operation: (...input: I) => Promise<O>,
) => (...input: I) => Promise<O>

/** Wraps the operations that add or change what a backup must contain. */
function watchLibrary<L extends WatchedLibrary>(library: L, watch: WatchOperation): L {
  const { records, collection, linkChanges, sending, changeQueue, sheets, imports } = library
  return {
    ...library,
    records: {
      ...records,
      end: watch(records.end),
      add: watch(records.add),
      addMany: watch(records.addMany),
    },
    collection: {
      ...collection,
      mark: watch(collection.mark),
      unmark: watch(collection.unmark),
      unremove: watch(collection.unremove),
    },
    linkChanges: { ...linkChanges, end: watch(linkChanges.end) },
    sending: { ...sending, end: watch(sending.end) },
    changeQueue: { ...changeQueue, end: watch(changeQueue.end) },
    sheets: { ...sheets, next: watch(sheets.next) },
    imports: { ...imports, next: watch(imports.next) },
  }
}

/** Returns the names of backups that are offered to the user and must be kept. */
export function offeredBackups(notices: Notices): string[] {
  return notices.list().flatMap(({ backup }) => backup?.name ?? [])
}
