import type { Dispatchable } from './dispatch.ts'
import { openErasable, type Opened, type Remaining } from './erasable.ts'
import { acquireFolder } from './folder/lock.ts'
import { releaseSpace } from './folder/reservedSpace.ts'
import { toFolderError } from './folder/folderError.ts'
import type { ExportedFile } from './library/exporting/files.ts'
import type { Host } from './host.ts'
import { createKeychain } from './keys/keychain.ts'
import { createSystemStore } from './keys/systemStore.ts'
import type { CrashReports } from './log/crashReport.ts'
import { createLongWork, type LongWork } from './longWork.ts'
import { defaultTuning, type Tuning } from './tuning.ts'
import { createSleep, type Sleep } from './sleep.ts'
import { once } from './concurrency/once.ts'
import { openApp } from './open.ts'

export { FolderInUseError } from './folder/lock.ts'
export { FolderUnusableError } from './folder/folderError.ts'

/** The app behind the window. */
export interface Core extends Dispatchable {
  /**
   * Resolves when the data folder is open; calls wait for it. Rejects with `FolderUnusableError` if the
   * folder can't be used.
   */
  opened: Promise<void>
  /**
   * Publishes the window's address, so that a second instance on the same data folder can find it. `null`:
   * the app is closing.
   */
  announce: (address: string | null) => void
  /** Returns an exported file by its id. */
  exported: (id: string) => ExportedFile | null
  connect: Opened['connect']
  /** The work that the user started and is waiting for. */
  longWork: LongWork
  /** Notified when the computer sleeps, so that no requests are sent then. */
  sleep: Pick<Sleep, 'suspend' | 'resume'>
  /** Records an uncaught error and reports it at the next start. */
  recordUncaughtError: CrashReports['record']
  /** Stops all work, including the service on this computer, and releases the data folder. */
  close: () => Promise<void>
}

/** Opens the app on the host's data folder. Rejects like `beginCore` and `opened`. */
export async function createCore(host: Host, tuning: Partial<Tuning> = {}): Promise<Core> {
  const core = await beginCore(host, tuning)
  await core.opened
  return core
}

/**
 * Locks the data folder and starts opening it. Waits for another instance that is closing. Rejects with
 * `FolderInUseError` or `FolderUnusableError`. Damaged files become notices. Doesn't touch key store or
 * network.
 */
export async function beginCore(host: Host, tuning: Partial<Tuning> = {}): Promise<Core> {
  const folder = host.dataFolder
  releaseSpace(folder)
  const lock = await acquireFolder(folder)
  const releaseFolder = () => lock.release(host.holdsFolderUntilExit ? 'the end' : 'now')
  const refuse = (error: unknown): never => {
    releaseFolder()
    throw toFolderError(folder, error)
  }
  const fullTuning = { ...defaultTuning, ...tuning }
  const longWork = createLongWork(host.showProgress)
  const sleep = createSleep(host.keepAwake)
  const startSystemStore = () =>
    createSystemStore(createKeychain(host.startKeyChild, fullTuning.keychain), {
      ...fullTuning.system,
      memoryOnly: host.policy?.keyStore === 'memory',
    })
  const openingParts = { host, tuning: fullTuning, longWork, sleep, startSystemStore }
  const open = (remaining?: Remaining) => openApp(openingParts, remaining)
  const app = await openErasable({ folder, startSystemStore, open }).catch(refuse)
  return {
    opened: app.opened.catch(refuse),
    handlers: app.handlers,
    reportBug: app.reportBug,
    longWork,
    sleep,
    recordUncaughtError: app.recordUncaughtError,
    exported: app.exported,
    connect: app.connect,
    announce: lock.announce,
    close: once(async () => {
      lock.announce(null)
      await app.end()
      releaseFolder()
    }),
  }
}
