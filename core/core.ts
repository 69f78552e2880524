import { activityHandlers } from './handlers/activity.ts'
import { createObserver } from './activity/observe.ts'
import { openActivity } from './activity/store.ts'
import type { ActivityStore } from './activity/store.ts'
import { createNotices } from './notices.ts'
import type { Notices } from './notices.ts'
import { appHandlers } from './handlers/app.ts'
import { createClient } from './client/client.ts'
import { createSender } from './client/send.ts'
import { checkHandlers } from './handlers/checks.ts'
import { collectionHandlers } from './handlers/collection.ts'
import { connectionHandlers } from './handlers/connection.ts'
import { tracked } from './dispatch.ts'
import type { Dispatchable, Handlers } from './dispatch.ts'
import { draftHandlers } from './handlers/drafts.ts'
import { createEmbedded } from './embedded/embedded.ts'
import { embeddedHandlers } from './handlers/embedded.ts'
import { takeFolder } from './folder/lock.ts'
import type { FolderLock } from './folder/lock.ts'
import { folderFault } from './folder/unusable.ts'
import type { Host } from './host.ts'
import { jobHandlers } from './handlers/jobs.ts'
import { createJobs } from './jobs.ts'
import { keyHandlers } from './handlers/keys.ts'
import { createKeychain } from './keys/keychain.ts'
import { createKeys } from './keys/keys.ts'
import { createSystemStore } from './keys/systemStore.ts'
import { createBackups } from './library/backups.ts'
import { libraryHandlers } from './handlers/library.ts'
import { openLibraryParts } from './libraryParts.ts'
import type { LibraryParts } from './libraryParts.ts'
import { linkHandlers } from './handlers/links.ts'
import { createBugLog } from './log/bugLog.ts'
import type { BugLog } from './log/bugLog.ts'
import { createFaults } from './log/faults.ts'
import type { Faults } from './log/faults.ts'
import { presetHandlers } from './handlers/presets.ts'
import { networkHandlers } from './handlers/network.ts'
import { createNetwork } from './network/network.ts'
import { profileHandlers } from './handlers/profiles.ts'
import { createDestinations } from './profiles/profiles.ts'
import { createRedactor } from './redact.ts'
import type { Redactor } from './redact.ts'
import { createInFlight } from './inFlight.ts'
import type { InFlight } from './inFlight.ts'
import { createLongWork } from './longWork.ts'
import type { LongWork } from './longWork.ts'
import { openSettings } from './settings/settings.ts'
import type { SettingsFile } from './settings/settings.ts'
import { suggestionHandlers } from './handlers/suggestions.ts'
import { defaultTuning } from './tuning.ts'
import type { Tuning } from './tuning.ts'

export { FolderInUse } from './folder/lock.ts'
export { FolderUnusable } from './folder/unusable.ts'

/** The app behind the window. */
export interface Core extends Dispatchable {
  /** Tells where the window is, for a second instance on the same data folder to find it; `null` that the app is closing. */
  announce: (address: string | null) => void
  /** The work that a person waits for. */
  longWork: LongWork
  /** Writes down what nobody caught, for the next start to tell. */
  recordFault: Faults['record']
  /** Ends what runs, the service on this computer among it, and gives the data folder back. */
  close: () => Promise<void>
}

/**
 * Starts the app on the host's data folder. Waits for another instance that is closing; rejects with `FolderInUse` while one
 * uses it, and with `FolderUnusable` where nothing can be written; damaged files are kept aside and told as notices. Neither
 * the key store nor the network is touched before something needs them.
 */
export async function createCore(host: Host, tuning: Partial<Tuning> = {}): Promise<Core> {
  const folder = host.dataFolder
  const lock = await takeFolder(folder)
  try {
    return await open(host, { ...defaultTuning, ...tuning }, lock)
  } catch (error) {
    lock.release()
    throw folderFault(folder, error)
  }
}

/** How long a key that is being saved may take when the app is closed, in milliseconds: a prompt may never be answered. */
const keyGraceMs = 2_000

/** Opens what is kept in the data folder: the library on its thread, and the rest while that starts. */
async function open(host: Host, tuning: Tuning, lock: FolderLock): Promise<Core> {
  const folder = host.dataFolder
  const notices = createNotices()
  const settings = openSettings(folder, notices)
  const redactor = createRedactor()
  const bugLog = createBugLog(folder, redactor)
  const inFlight = createInFlight(tuning.pause)
  const faults = createFaults({ folder, version: host.version, redactor, notices, bugLog })
  const longWork = createLongWork(host.showProgress)
  const common = { longWork, notices, settings, redactor, bugLog, faults, reportBug: bugLog.report, inFlight }
  const opening = openLibraryParts({ folder, ...common })
  try {
    const activity = openActivity(folder, notices)
    activity.prune(settings.get().retentionDays)
    return compose({ host, tuning, lock, ...common, activity, library: await opening })
  } catch (error) {
    await opening.then(
      ({ close }) => close(),
      () => undefined,
    )
    throw error
  }
}

interface Parts {
  host: Host
  tuning: Tuning
  lock: FolderLock
  notices: Notices
  settings: SettingsFile
  redactor: Redactor
  bugLog: BugLog
  faults: Faults
  reportBug: BugLog['report']
  inFlight: InFlight
  longWork: LongWork
  activity: ActivityStore
  library: LibraryParts
}

function compose(parts: Parts): Core {
  const { host, tuning, lock, notices, settings, redactor, bugLog, reportBug } = parts
  const { inFlight, longWork, activity, library, faults } = parts
  const { env } = tuning.system
  const network = createNetwork({ settings, env, resolveProxy: host.resolveProxy, limits: tuning.time })
  const observe = createObserver({ services: library.services, activity, settings, redactor, reportBug })
  const sender = createSender({ redactor, network, observe })
  const embedded = createEmbedded(host, settings)
  // Links that were made on this computer open for as long as the app is; what goes wrong is told when it is asked for.
  if (settings.get().profiles.some(({ kind }) => kind === 'embedded')) void embedded.running()
  const systemStore = createSystemStore(createKeychain(host.startKeyChild, tuning.keychain), tuning.system)
  // Only a look at what there is, so that the first screen need not wait for it. No entry is touched.
  void systemStore.state()
  const keys = createKeys({ systemStore, settings, embedded, redactor, longWork })
  const destination = createDestinations(settings, keys, embedded)
  const client = createClient(sender, redactor)
  const backups = createBackups({ ...library, settings, notices, inFlight, reportBug })
  const jobs = createJobs({ longWork, inFlight, reportBug })
  const kept = backups.watching(library)
  backups.keep()
  const handlers: Handlers = {
    ...appHandlers({ host, settings, keys, notices, systemStore, faults, longWork, ...library }),
    ...profileHandlers({ settings, keys, embedded, ...library }),
    ...embeddedHandlers(embedded, settings),
    ...keyHandlers({ settings, keys, systemStore, sender, redactor }),
    ...networkHandlers({ settings, network, sender }),
    ...connectionHandlers({ sender, redactor, network }, destination),
    ...libraryHandlers(library),
    ...linkHandlers({ settings, destination, client, inFlight, longWork, reportBug, ...library, ...kept }),
    ...collectionHandlers({ settings, destination, client, jobs, ...library, ...kept }),
    ...checkHandlers({ settings, destination, client, jobs, inFlight, ...library, ...kept }),
    ...jobHandlers(jobs),
    ...draftHandlers(library.drafts),
    ...presetHandlers(library.presets),
    ...suggestionHandlers(library.suggestions),
    ...activityHandlers({
      version: host.version,
      activity,
      settings,
      systemStore,
      notices,
      bugLog,
      redactor,
    }),
  }
  return {
    handlers: tracked(handlers, inFlight),
    reportBug,
    longWork,
    recordFault: faults.record,
    announce: lock.announce,
    close: once(async () => {
      lock.announce(null)
      inFlight.stop()
      // Should the thread be lost, so is what it would have left undone.
      library.closing.begin().catch(() => undefined)
      await sender.close()
      await inFlight.idleWithin(keyGraceMs)
      systemStore.close()
      await inFlight.idle()
      await backups.close()
      await embedded.stop()
      activity.close()
      await library.close()
      lock.release(host.keepsFolderToEnd ? 'the end' : 'now')
    }),
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => (done ??= work())
}
