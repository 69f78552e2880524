import { activityHandlers } from './handlers/activity.ts'
import { createObserver } from './activity/observer.ts'
import { openActivity } from './activity/store.ts'
import type { ActivityStore } from './activity/store.ts'
import { createNotices } from './notices.ts'
import type { Notices } from './notices.ts'
import { appHandlers } from './handlers/app.ts'
import { createClient } from './client/client.ts'
import { createSender } from './client/sender.ts'
import { bulkHandlers } from './handlers/bulk.ts'
import { checkHandlers } from './handlers/checks.ts'
import { collectionHandlers } from './handlers/collection.ts'
import { connectionHandlers } from './handlers/connection.ts'
import { draftHandlers } from './handlers/drafts.ts'
import type { Opened, OpenedHandlers } from './erasable.ts'
import { createEmbedded } from './embedded/embedded.ts'
import { embeddedHandlers } from './handlers/embedded.ts'
import { exportHandlers } from './handlers/exports.ts'
import { createExportedFiles } from './library/exporting/files.ts'
import type { ExportedFiles } from './library/exporting/files.ts'
import type { Host } from './host.ts'
import { importHandlers } from './handlers/imports.ts'
import { jobHandlers } from './handlers/jobs.ts'
import { createJobs } from './jobs.ts'
import { keyHandlers } from './handlers/keys.ts'
import { createKeys } from './keys/keys.ts'
import { remainingKeysText } from './keys/removeAll.ts'
import type { RemainingKeys } from './keys/removeAll.ts'
import type { SystemStore } from './keys/systemStore.ts'
import { createBackups } from './library/backups.ts'
import { libraryHandlers } from './handlers/library.ts'
import { openLibraryParts } from './libraryParts.ts'
import type { LibraryParts } from './libraryParts.ts'
import { linkHandlers } from './handlers/links.ts'
import { createBugLog } from './log/bugLog.ts'
import type { BugLog } from './log/bugLog.ts'
import { createCrashReports } from './log/crashReport.ts'
import type { CrashReports } from './log/crashReport.ts'
import { presetHandlers } from './handlers/presets.ts'
import { networkHandlers } from './handlers/network.ts'
import { createNetwork } from './network/network.ts'
import { profileHandlers } from './handlers/profiles.ts'
import { createDestinations } from './profiles/profiles.ts'
import { createRedactor } from './redactor.ts'
import type { Redactor } from './redactor.ts'
import { createInFlight } from './inFlight.ts'
import type { InFlight } from './inFlight.ts'
import type { LongWork } from './longWork.ts'
import type { Sleep } from './sleep.ts'
import { noPolicy } from './policy/policy.ts'
import type { Policy } from './policy/policy.ts'
import { openManaged } from './settings/managed.ts'
import type { SettingsFile } from './settings/settings.ts'
import { reserveSpace, tellIfFull } from './folder/reservedSpace.ts'
import { suggestionHandlers } from './handlers/suggestions.ts'
import { visitHandlers } from './handlers/visits.ts'
import { viewHandlers } from './handlers/views.ts'
import type { Tuning } from './tuning.ts'
import { once } from './once.ts'

/** Grace period in milliseconds for saving a key when the app closes. A prompt may never be answered. */
const keyGraceMs = 2_000

/** Starts opening the data folder: small files right away, the library on its thread. */
export function openApp(
  { host, tuning, longWork, sleep, startSystemStore }: Opening,
  remainingKeys: RemainingKeys | null,
): Opened {
  const folder = host.dataFolder
  const notices = createNotices()
  if (remainingKeys) notices.add('Some keys couldn’t be removed', remainingKeysText(remainingKeys))
  tellIfFull(folder, notices)
  const policy = host.policy ?? noPolicy
  const settings = openManaged(folder, policy, notices)
  const redactor = createRedactor()
  const bugLog = createBugLog(folder, redactor)
  const inFlight = createInFlight(tuning.pause)
  const faults = createCrashReports({ folder, version: host.version, redactor, notices, bugLog })
  const exported = createExportedFiles(folder)
  const shown = { policy, longWork, sleep, notices, settings, inFlight }
  const common = { ...shown, redactor, bugLog, faults, reportBug: bugLog.report }
  const opening = openFiles({ folder, host, tuning, startSystemStore, ...common, exported })
  return {
    handlers: opening.then(({ handlers }) => handlers),
    track: inFlight.track,
    reportBug: bugLog.report,
    exported: exported.find,
    recordUncaughtError: faults.record,
    accounts: () => settings.get().profiles.flatMap(({ id, keyAt }) => (keyAt === 'keychain' ? [id] : [])),
    end: once(async () => {
      inFlight.stop()
      await opening.then(
        ({ end }) => end(),
        () => undefined,
      )
    }),
  }
}

async function openFiles(parts: Omit<Parts, 'activity' | 'library'>): Promise<Running> {
  const { folder, notices, settings } = parts
  // The host loads the window while the library opens.
  const library = await openLibraryParts(parts)
  try {
    const activity = openActivity(folder, notices, parts.reportBug)
    activity.prune(settings.get().retentionDays)
    reserveSpace(folder)
    return compose({ ...parts, activity, library })
  } catch (error) {
    await library.close()
    throw error
  }
}

/** What the app is opened with, at startup and after everything was erased. */
export interface Opening {
  host: Host
  tuning: Tuning
  longWork: LongWork
  sleep: Sleep
  startSystemStore: () => SystemStore
}

interface Parts extends Opening {
  folder: string
  notices: Notices
  policy: Policy
  settings: SettingsFile
  redactor: Redactor
  bugLog: BugLog
  faults: CrashReports
  reportBug: BugLog['report']
  inFlight: InFlight
  exported: ExportedFiles
  activity: ActivityStore
  library: LibraryParts
}

/** The app once everything is open. */
interface Running {
  handlers: OpenedHandlers
  end: () => Promise<void>
}

function compose(parts: Parts): Running {
  const { host, tuning, startSystemStore, notices, settings, redactor, bugLog, reportBug } = parts
  const { policy, inFlight, longWork, sleep, activity, library, faults, exported } = parts
  const { env } = tuning.system
  const { allowedServices } = policy
  const network = createNetwork({
    settings,
    env,
    resolveProxy: host.resolveProxy,
    allowedServices,
    limits: tuning.time,
  })
  const observe = createObserver({ services: library.services, activity, settings, redactor, reportBug })
  const sender = createSender({ redactor, network, observe })
  const embedded = createEmbedded({ host, settings, notices, onLost: (why) => faults.record('service', why) })
  // Links made on this computer work while the app is open. Errors are reported when the service is needed.
  if (settings.get().profiles.some(({ kind }) => kind === 'embedded')) void embedded.running()
  const systemStore = startSystemStore()
  // Checks in the background, so that the first screen doesn't wait. Touches no entry.
  void systemStore.state()
  const keys = createKeys({ systemStore, policy, settings, embedded, redactor, longWork })
  const destination = createDestinations(settings, keys, embedded)
  const client = createClient(sender, redactor)
  const backups = createBackups({ ...library, settings, notices, inFlight, reportBug })
  const jobs = createJobs({ longWork, inFlight, reportBug })
  const kept = backups.watching(library)
  backups.keep()
  const making = { settings, destination, client, inFlight, longWork, sleep, reportBug, ...library, ...kept }
  const handlers: OpenedHandlers = {
    ...appHandlers({ host, policy, settings, keys, notices, systemStore, faults, longWork, ...library }),
    ...profileHandlers({ policy, network, settings, keys, embedded, redactor, ...library }),
    ...embeddedHandlers(embedded, settings),
    ...keyHandlers({ settings, keys, systemStore, sender, redactor }),
    ...networkHandlers({ policy, settings, network, sender }),
    ...connectionHandlers({ sender, redactor, network }, destination),
    ...libraryHandlers({ jobs, notices, ...library }),
    ...linkHandlers(making),
    ...collectionHandlers({ settings, destination, client, jobs, ...library, ...kept }),
    ...exportHandlers({ jobs, exported, settings, version: host.version, ...library }),
    ...visitHandlers({ settings, destination, client, ...library }),
    ...checkHandlers({ settings, destination, client, jobs, inFlight, ...library, ...kept }),
    ...importHandlers({ settings, destination, client, inFlight, jobs, ...library, ...kept }),
    ...jobHandlers(jobs),
    ...viewHandlers({ settings, ...library }),
    ...bulkHandlers({ ...making, jobs, exported }),
    ...draftHandlers(library.drafts),
    ...presetHandlers(library.presets),
    ...suggestionHandlers(library.suggestions),
    ...activityHandlers({
      version: host.version,
      activity,
      policy,
      settings,
      systemStore,
      notices,
      bugLog,
      redactor,
    }),
  }
  return {
    handlers,
    end: async () => {
      // If the thread has exited, this work is lost anyway.
      library.closing.begin().catch(() => undefined)
      await sender.close()
      await inFlight.idleWithin(keyGraceMs)
      systemStore.close()
      await inFlight.idle()
      await backups.close()
      await embedded.stop()
      exported.clear()
      activity.close()
      await library.close()
    },
  }
}
