import type { Dispatchable } from './dispatch.ts'
import { openErasable } from './erasable.ts'
import { acquireFolder } from './folder/lock.ts'
import { releaseSpace } from './folder/reservedSpace.ts'
import { toFolderError } from './folder/folderError.ts'
import type { ExportedFile } from './library/exporting/files.ts'
import type { Host } from './host.ts'
import { createKeychain } from './keys/keychain.ts'
import type { RemainingKeys } from './keys/removeAll.ts'
import { createSystemStore } from './keys/systemStore.ts'
import type { CrashReports } from './log/crashReport.ts'
import { createLongWork } from './longWork.ts'
import type { LongWork } from './longWork.ts'
import { defaultTuning } from './tuning.ts'
import type { Tuning } from './tuning.ts'
import { createSleep } from './sleep.ts'
import type { Sleep } from './sleep.ts'
import { once } from './once.ts'
import { openApp } from './open.ts'

export { FolderInUseError } from './folder/lock.ts'
export { FolderUnusableError } from './folder/folderError.ts'

/** The app behind the window. */
export interface Core extends Dispatchable {
  /**
   * Fulfilled when all that the folder holds is open, for which calls wait. Rejects with `FolderUnusableError` where it cannot be
   * used, and then there is no app.
   */
  opened: Promise<void>
  /** Tells where the window is, for a second instance on the same data folder to find it; `null` that the app is closing. */
  announce: (address: string | null) => void
  /** A file that was exported, by what it is fetched by. */
  exported: (id: string) => ExportedFile | null
  /** The work that a person waits for. */
  longWork: LongWork
  /** Hears when the computer sleeps, so that nothing is sent into a network that is going away. */
  sleep: Pick<Sleep, 'suspend' | 'resume'>
  /** Writes down what nobody caught, for the next start to tell. */
  recordUncaughtError: CrashReports['record']
  /** Ends what runs, the service on this computer among it, and gives the data folder back. */
  close: () => Promise<void>
}

/** Starts the app on the host's data folder and waits until it is open. Rejects as `beginCore` and `opened` do. */
export async function createCore(host: Host, tuning: Partial<Tuning> = {}): Promise<Core> {
  const core = await beginCore(host, tuning)
  await core.opened
  return core
}

/**
 * Takes the host's data folder and begins to open what is in it, so that a window can load meanwhile. Waits for another
 * instance that is closing; rejects with `FolderInUseError` while one uses the folder, and with `FolderUnusableError` where nothing can
 * be written; damaged files are kept aside and told as notices. Neither the key store nor the network is touched before
 * something needs them.
 */
export async function beginCore(host: Host, tuning: Partial<Tuning> = {}): Promise<Core> {
  const folder = host.dataFolder
  releaseSpace(folder)
  const lock = await acquireFolder(folder)
  const giveBack = () => lock.release(host.holdsFolderUntilExit ? 'the end' : 'now')
  const refuse = (error: unknown): never => {
    giveBack()
    throw toFolderError(folder, error)
  }
  const all = { ...defaultTuning, ...tuning }
  const longWork = createLongWork(host.showProgress)
  const sleep = createSleep(host.keepAwake)
  const startSystemStore = () =>
    createSystemStore(createKeychain(host.startKeyChild, all.keychain), {
      ...all.system,
      memoryOnly: host.policy?.keyStore === 'memory',
    })
  const opening = { host, tuning: all, longWork, sleep, startSystemStore }
  const open = (left: RemainingKeys | null) => openApp(opening, left)
  const app = await openErasable({ folder, startSystemStore, open }).catch(refuse)
  return {
    opened: app.opened.catch(refuse),
    handlers: app.handlers,
    reportBug: app.reportBug,
    longWork,
    sleep,
    recordUncaughtError: app.recordUncaughtError,
    exported: app.exported,
    announce: lock.announce,
    close: once(async () => {
      lock.announce(null)
      await app.end()
      giveBack()
    }),
  }
}
