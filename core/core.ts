import { entryOf } from './activity/entry.ts'
import { activityHandlers } from './activity/handlers.ts'
import { openActivity, record } from './activity/store.ts'
import { createNotices } from './app/notices.ts'
import type { Notices } from './app/notices.ts'
import { appHandlers } from './app/handlers.ts'
import { createClient } from './client/client.ts'
import { createSender } from './client/send.ts'
import { connectionHandlers } from './connection/handlers.ts'
import type { Dispatchable } from './dispatch.ts'
import { draftHandlers } from './drafts/handlers.ts'
import { createEmbedded } from './embedded/embedded.ts'
import { embeddedHandlers } from './embedded/handlers.ts'
import { lockFolder } from './folder/lock.ts'
import type { FolderLock } from './folder/lock.ts'
import type { Host } from './host.ts'
import { keyHandlers } from './keys/handlers.ts'
import { createKeychain } from './keys/keychain.ts'
import { createKeys } from './keys/keys.ts'
import { createSystemStore } from './keys/systemStore.ts'
import { createDrafts } from './library/drafts.ts'
import { openLibrary } from './library/open.ts'
import { createRecords } from './library/records.ts'
import { createAnnouncedServices, learnAnnouncement } from './library/services.ts'
import { interrupted } from './links/create.ts'
import { linkHandlers } from './links/handlers.ts'
import { createBugLog } from './log/bugLog.ts'
import { presetHandlers } from './presets/handlers.ts'
import { createPresets } from './presets/presets.ts'
import { networkHandlers } from './network/handlers.ts'
import { createNetwork } from './network/network.ts'
import { profileHandlers } from './profiles/handlers.ts'
import { createDestinations } from './profiles/profiles.ts'
import { createRedactor } from './redact.ts'
import { createRunning } from './running.ts'
import { openSettings } from './settings/settings.ts'
import { suggestionHandlers } from './suggestions/handlers.ts'
import { createSuggestions } from './suggestions/suggestions.ts'
import { defaultTuning } from './tuning.ts'
import type { Tuning } from './tuning.ts'

export { FolderInUse } from './folder/lock.ts'

/** The app behind the window. */
export interface Core extends Dispatchable {
  /** Tells where the window is, for a second instance on the same data folder to find it. */
  announce: (address: string) => void
  /** Ends what runs, the service on this computer among it, and gives the data folder back. */
  close: () => Promise<void>
}

/**
 * Starts the app on the host's data folder. Rejects with `FolderInUse` while another instance uses it; damaged files are
 * kept aside and told as notices. Neither the key store nor the network is touched before something needs them.
 */
export async function createCore(host: Host, tuning: Partial<Tuning> = {}): Promise<Core> {
  const lock = lockFolder(host.dataFolder)
  try {
    return await Promise.resolve(compose(host, { ...defaultTuning, ...tuning }, lock))
  } catch (error) {
    lock.release()
    throw error
  }
}

function compose(host: Host, tuning: Tuning, lock: FolderLock): Core {
  const notices = createNotices()
  const settings = openSettings(host.dataFolder, notices)
  const library = openParts(host.dataFolder, notices)
  const redactor = createRedactor()
  const { env } = tuning.system
  const network = createNetwork({ settings, env, resolveProxy: host.resolveProxy, limits: tuning.time })
  const bugLog = createBugLog(host.dataFolder, redactor)
  const reportBug = bugLog.report
  const activity = openActivity(host.dataFolder)
  activity.prune(settings.get().retentionDays)
  const sender = createSender({
    redactor,
    network,
    observe: (exchange) => {
      learnAnnouncement(library.services, exchange)
      record(activity, settings, entryOf(exchange, redactor))
    },
  })
  const embedded = createEmbedded(host, settings)
  // Links that were made on this computer open for as long as the app is; what goes wrong is told when it is asked for.
  if (settings.get().profiles.some(({ kind }) => kind === 'embedded')) void embedded.running()
  const systemStore = createSystemStore(createKeychain(host.startKeyChild, tuning.keychain), tuning.system)
  // Only a look at what there is, so that the first screen need not wait for it. No entry is touched.
  void systemStore.state()
  const keys = createKeys({ systemStore, settings, embedded, redactor })
  const destination = createDestinations(settings, keys, embedded)
  const running = createRunning()
  const client = createClient(sender, redactor)
  return {
    handlers: {
      ...appHandlers({ host, settings, keys, notices, systemStore, services: library.services }),
      ...profileHandlers({ settings, keys, embedded, ...library }),
      ...embeddedHandlers(embedded, settings),
      ...keyHandlers({ settings, keys, systemStore, sender, redactor }),
      ...networkHandlers({ settings, network, sender }),
      ...connectionHandlers({ sender, redactor, network }, destination),
      ...linkHandlers({ settings, destination, client, running, reportBug, ...library }),
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
    },
    reportBug,
    announce: lock.announce,
    close: once(async () => {
      running.stop()
      await sender.close()
      systemStore.close()
      await running.idle()
      await embedded.stop()
      activity.close()
      library.close()
      lock.release()
    }),
  }
}

function openParts(folder: string, notices: Notices) {
  const database = openLibrary(folder, notices)
  const records = createRecords(database)
  records.settlePending(interrupted.problem)
  return {
    records,
    drafts: createDrafts(database),
    presets: createPresets(database),
    suggestions: createSuggestions(database),
    services: createAnnouncedServices(database),
    close: () => database.sql.close(),
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => (done ??= work())
}
