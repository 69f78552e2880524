import type { Notice } from '../contract/calls/app.ts'
import { toStorageProblem } from './folder/storageProblem.ts'
import type { InFlight } from './inFlight.ts'
import { takeLibraryWorker } from './libraryPrestart.ts'
import type { LibraryData, LibraryGreeting, LibraryOperations } from './libraryThread.ts'
import { createAnnouncedServices } from './library/services.ts'
import type { AnnouncedServices, KeptService } from './library/services.ts'
import type { RemoteSubjects } from './library/thread/messages.ts'
import { startThread } from './library/thread/thread.ts'
import { interruptedEnding } from './links/conclude.ts'
import type { Notices } from './notices.ts'
import type { SettingsFile } from './settings/settings.ts'

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
  /** Reloads what is known about services after a backup was restored. */
  reloadServices: () => Promise<void>
  close: () => Promise<void>
}

/** Opens the library. Adds notices about anything it found. */
export async function openLibraryParts(parts: Parts): Promise<LibraryParts> {
  const { notices, inFlight, reportBug } = parts
  const thread = await startThread<LibraryGreeting, LibraryOperations>({
    start: takeLibraryWorker,
    data: (again) => toLibraryData(parts, again),
    onRestart: (greeting) => addNotices(notices, greeting.notices),
  })
  const { greeting, operations } = thread
  addNotices(notices, greeting.notices)
  const save = (service: KeptService) => {
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

/** When the thread restarts, the app is still running, so nothing is lost and pending work hasn't ended. */
function toLibraryData({ folder, settings }: Parts, again: boolean): LibraryData {
  const { hadLinks, offers } = settings.get()
  if (again) return { folder, hadLinks: false, offers: [], interrupted: null }
  return { folder, hadLinks, offers, interrupted: interruptedEnding }
}

function addNotices(notices: Notices, told: readonly Notice[]): void {
  for (const { title, text, backup } of told) notices.add(title, text, { backup })
}
