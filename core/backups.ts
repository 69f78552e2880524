import { namesOf } from '../contract/service/link/fields.ts'
import { toStorageProblem } from './folder/storageProblem.ts'
import type { InFlight } from './inFlight.ts'
import type { LibraryParts } from './libraryParts.ts'
import type { Notices } from './notices.ts'
import type { SettingsFile } from './settings/settings.ts'
import { offeredBackups, rememberOffers } from './library/backupOffers.ts'

interface Parts extends Pick<LibraryParts, 'copies'> {
  settings: SettingsFile
  notices: Notices
  inFlight: InFlight
  reportBug: (call: string, error: unknown) => void
}

/** The operations that add or change what a backup must contain, by part of the library. */
const watchedOperations = {
  records: ['end', 'add', 'addMany'],
  collection: ['mark', 'unmark', 'unremove'],
  linkChanges: ['end'],
  sending: ['end'],
  changeQueue: ['end'],
  sheets: ['next'],
  imports: ['next'],
} as const satisfies { [P in keyof LibraryParts]?: readonly (keyof LibraryParts[P])[] }

export type WatchedLibrary = Pick<LibraryParts, keyof typeof watchedOperations>

/** Ensures that there is a recent backup. Also records in the settings that the library had links. */
export function createBackups({ copies, settings, notices, inFlight, reportBug }: Parts) {
  let changed = false
  const report = (error: unknown) => {
    if (!toStorageProblem(error)) reportBug('library.backup', error)
  }
  const listOffered = () => offeredBackups(notices)
  const work = async () => {
    await rememberOffers(settings, notices)
    if (!(await copies.isWorthwhile())) return
    if (!settings.get().hadLinks) await settings.change((old) => ({ ...old, hadLinks: true }))
    await copies.backUpIfDue(listOffered())
  }
  /** Makes the daily backup if it is due. */
  const backUpIfDue = () => void inFlight.track(work().catch(report))
  const watch =
    <I extends unknown[], O>(operation: (...input: I) => Promise<O>) =>
    async (...input: I): Promise<O> => {
      const output = await operation(...input)
      changed = true
      backUpIfDue()
      return output
    }
  return {
    backUpIfDue,
    /** Wraps operations of the library so that a backup is considered after each one that changes what it must contain. */
    watch: <L extends WatchedLibrary>(library: L): L => {
      const watched = namesOf(watchedOperations).map((name) => {
        const part = library[name] as unknown as Record<string, (...input: unknown[]) => Promise<unknown>>
        const operations: readonly string[] = watchedOperations[name]
        const entries = Object.entries(part).map(
          ([operation, run]) => [operation, operations.includes(operation) ? watch(run) : run] as const,
        )
        return [name, Object.fromEntries(entries)] as const
      })
      return { ...library, ...Object.fromEntries(watched) }
    },
    /** Makes a final backup that includes the changes of this session. */
    close: async () => {
      if (changed) await copies.backUpAtEnd(listOffered()).catch(report)
    },
  }
}
