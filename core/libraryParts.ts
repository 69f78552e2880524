import type { Notice } from '../contract/app/calls/app/app.ts'
import { LibraryInterruptedError, libraryErrors, toStorageProblem } from './folder/storageProblem.ts'
import type { InFlight } from './inFlight.ts'
import { takeLibraryWorker } from './libraryPrestart.ts'
import type { LibraryData, LibraryGreeting, LibraryOperations } from './libraryThread.ts'
import type { FileIdentity } from '../sqlite/fileIdentity.ts'
import { createAnnouncedServices, type AnnouncedServices, type StoredService } from './library/services.ts'
import type { RemoteSubjects } from '../sqlite/thread/messages.ts'
import { createThread } from '../sqlite/thread/thread.ts'
import { interruptedChange } from './links/change/change.ts'
import { interruptedCompletion } from './links/create/conclude.ts'
import type { Notices } from './notices.ts'
import type { SettingsFile } from './settings/settings.ts'
import { join } from 'node:path'

interface Parts {
  folder: string
  settings: SettingsFile
  notices: Notices
  inFlight: InFlight
  reportBug: (call: string, error: unknown) => void
}

/** The library as used by the rest of the app: everything in one file, on its own thread. */
export interface LibraryParts extends Omit<RemoteSubjects<LibraryOperations>, 'services'> {
  services: AnnouncedServices
  /** Reloads the service announcements after a backup was restored. */
  reloadServices: () => Promise<void>
  close: () => Promise<void>
}

/** Opens the library. Adds notices about anything it found. */
export async function openLibraryParts(parts: Parts): Promise<LibraryParts> {
  const { notices, inFlight, reportBug } = parts
  const notifyReplaced = createReplacedNotice(parts)
  let file: FileIdentity | null = null
  const welcome = ({ notices: added, indexDamage }: LibraryGreeting) => {
    addNotices(notices, added)
    // Usually a damaged file. If it happens again after each rebuild, it is a bug of the indexer.
    if (indexDamage !== null) reportBug('library.index', new Error(indexDamage))
  }
  const thread = createThread<LibraryGreeting, LibraryOperations>({
    name: 'library',
    start: takeLibraryWorker,
    data: (isRestart) => toLibraryData(parts, isRestart ? file : undefined),
    onRestart: (greeting) => {
      notifyReplaced('in place')
      welcome(greeting)
    },
    onEvent: notifyReplaced,
    errors: libraryErrors,
    exitError: (reason) => new LibraryInterruptedError(reason.message, { cause: reason }),
  })
  const { greeting, operations } = await thread.open()
  file = greeting.file
  welcome(greeting)
  const save = (service: StoredService) => {
    const saved = operations.services.save(service).catch((error: unknown) => {
      if (!toStorageProblem(error)) reportBug('library.services', error)
    })
    void inFlight.track(saved)
  }
  const services = createAnnouncedServices(save)
  services.load(greeting.services)
  return {
    ...operations,
    services,
    reloadServices: async () => services.load(await operations.services.list()),
    close: thread.close,
  }
}

/**
 * `expected` is set when the thread is restarted: the file it had open. The app is still running, so pending creates
 * may still be in progress.
 */
function toLibraryData({ folder, settings }: Parts, expected: FileIdentity | null | undefined): LibraryData {
  const { hadLinks, offers } = settings.get()
  if (expected !== undefined) return { folder, hadLinks: false, offers: [], interrupted: null, expected }
  const interrupted = { create: interruptedCompletion, change: interruptedChange }
  return { folder, hadLinks, offers, interrupted, expected: null }
}

function addNotices(notices: Notices, added: readonly Notice[]): void {
  for (const { title, text, backup, run } of added) notices.add(title, text, { backup, run })
}

/** Returns a handler of the library thread's events that shows a notice while the library's files are replaced. */
function createReplacedNotice({
  folder,
  notices,
}: Pick<Parts, 'folder' | 'notices'>): (state: string) => void {
  let noticeId: string | null = null
  return (state) => {
    if (noticeId !== null) notices.dismiss(noticeId)
    noticeId =
      state === 'in place'
        ? null
        : notices.add(
            'Your library can’t be saved',
            state === 'overwritten' ? describeOverwritten(folder) : describeMoved(folder),
          )
  }
}

function describeMoved(folder: string): string {
  return (
    `${join(folder, 'library.db')} or its log was moved, replaced or removed while Linkwright was running. ` +
    'No links are created until it is back. Put the original files back, and Linkwright continues. ' +
    'If you can’t, restart Linkwright and restore a backup under Backups.'
  )
}

function describeOverwritten(folder: string): string {
  return (
    `${join(folder, 'library.db')} was overwritten while Linkwright was running, so no links are created. ` +
    'Quit Linkwright and put the file you need in place again, without library.db-wal and library.db-shm. ' +
    'Then start Linkwright, or restore a backup under Backups.'
  )
}
