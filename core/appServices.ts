import { describeEnd } from '../contract/app/jobs/endedJob.ts'
import type { Job } from '../contract/app/jobs/job.ts'
import { createObserver } from './activity/observer.ts'
import type { ActivityStore } from './activity/store.ts'
import { createAppLinkChecks } from './appLinks/checks.ts'
import { openAppLinkStore } from './appLinks/store.ts'
import type { Notices } from './notices.ts'
import { createClient } from './client/client.ts'
import { createSender } from './client/sender.ts'
import { createEmbedded } from './embedded/embedded.ts'
import type { ExportedFiles } from './library/exporting/files.ts'
import type { Host } from './host.ts'
import { createJobs } from './jobs.ts'
import { createKeys } from './keys/keys.ts'
import type { SystemStore } from './keys/systemStore.ts'
import { createBackups } from './backups.ts'
import { createCancelling } from './links/cancelling.ts'
import type { LibraryParts } from './libraryParts.ts'
import type { BugLog } from './log/bugLog.ts'
import type { CrashReports } from './log/crashReport.ts'
import { createNetwork } from './network/network.ts'
import { createProfileRules } from './profiles/profileRules.ts'
import { createDestinations } from './profiles/profiles.ts'
import type { Redactor } from './redactor.ts'
import type { InFlight } from './inFlight.ts'
import type { LongWork } from './longWork.ts'
import type { Sleep } from './sleep.ts'
import type { Policy } from './policy/policy.ts'
import type { SettingsFile } from './settings/settings.ts'
import { createServiceRules, type ServiceRulesParts } from './sharing/serviceRules.ts'
import { openRulesCache } from './sharing/rulesCache.ts'
import { createSharing } from './sharing/sharing.ts'
import { announceUnfollowedFiles } from './sharing/unfollowedFiles.ts'
import { createTeamFollower } from './links/team/follower.ts'
import type { Tuning } from './tuning.ts'

/** Maximum time to finish saving a key at shutdown, in milliseconds. A key store's prompt may never be answered. */
const keyGraceMs = 2_000

/** What opening the app requires, both at startup and after everything was erased. */
export interface Opening {
  host: Host
  tuning: Tuning
  longWork: LongWork
  sleep: Sleep
  startSystemStore: () => SystemStore
}

/** What every part of the app shares once the data folder is open. */
export interface OpenedFiles extends Opening {
  folder: string
  notices: Notices
  policy: Policy
  settings: SettingsFile
  redactor: Redactor
  bugLog: BugLog
  crashReports: CrashReports
  reportBug: BugLog['report']
  inFlight: InFlight
  exported: ExportedFiles
  activity: ActivityStore
  library: LibraryParts
}

/** The services behind all calls, with the parts of the library. Handlers take what they need of them. */
export type AppServices = ReturnType<typeof startServices>

/** Starts the services that use the opened files. Sends nothing and reads no key. */
export function startServices(files: OpenedFiles) {
  const { startSystemStore, settings, redactor, policy, library, notices, inFlight, reportBug } = files
  const sending = createSending(files)
  const embedded = startEmbedded(files)
  const systemStore = startSystemStore()
  // Checks early for a key store, so that the first screen doesn't wait for it. Reads no entry.
  void systemStore.state()
  const keys = createKeys({ systemStore, policy, settings, embedded, redactor, longWork: files.longWork })
  const destination = createDestinations(settings, keys, embedded)
  const backups = createBackups({ ...library, settings, notices, inFlight, reportBug })
  backups.backUpIfDue()
  const jobs = createJobs({ ...files, onEnded: (job) => notifyOfEnd(files, job) })
  const team = createTeamFollower({
    ...{ settings, inFlight, reportBug, keys, destination, jobs },
    ...{ services: library.services, teamLists: library.teamLists, checks: library.checks },
    client: sending.client,
    intervals: files.tuning.team,
  })
  void team.watch()
  return {
    // Changes make a backup due.
    ...backups.watch(library),
    ...files,
    ...sending,
    embedded,
    systemStore,
    keys,
    destination,
    backups,
    cancelling: createCancelling(),
    applyRules: createProfileRules(library.rules),
    jobs,
    team,
    ...startSharing(files, { keys, destination, client: sending.client }),
    appLinks: createAppLinkChecks({
      sender: sending.sender,
      store: openAppLinkStore(files.folder),
      proxyFor: (url) => sending.network.proxyFor(url),
      hasOwnAuthorities: () => settings.get().authorities !== null,
      closing: inFlight.signal,
    }),
  }
}

/** Shows a system notification about work that has ended, if the user wants it and the host can. */
function notifyOfEnd({ host, settings }: OpenedFiles, job: Job): void {
  const notification = settings.get().notifies ? describeEnd(job) : null
  if (notification) host.notify?.(notification)
}

/** Shuts down all services, in an order that loses no data. */
export async function endServices(services: AppServices): Promise<void> {
  const { library, sender, inFlight, systemStore, backups, embedded, exported } = services
  // If the library's thread is lost, there is nothing left to interrupt.
  library.closing.begin().catch(() => undefined)
  await sender.close()
  await inFlight.idleWithin(keyGraceMs)
  systemStore.close()
  await inFlight.idle()
  await backups.close()
  await embedded.stop()
  exported.clear()
  await library.close()
}

/** Watches the rules that services share. */
function startSharing(
  opened: OpenedFiles,
  requests: Pick<ServiceRulesParts, 'keys' | 'destination' | 'client'>,
) {
  const { folder, settings, notices, inFlight, library, tuning } = opened
  const rulesCache = openRulesCache(folder, settings)
  const service = createServiceRules({
    settings,
    inFlight,
    services: library.services,
    ...requests,
    cache: rulesCache,
    intervals: tuning.rules,
  })
  const sharing = createSharing({ settings, shared: library.shared, notices, service })
  void inFlight.track(announceUnfollowedFiles(settings, notices))
  void sharing.watch(inFlight, tuning.rules.pollMs)
  return { sharing, rulesCache }
}

/** Creates the network stack: connections, sender and service client. */
function createSending(files: OpenedFiles) {
  const { host, tuning, policy, settings, redactor, library, activity, reportBug } = files
  const network = createNetwork({
    settings,
    env: tuning.system.env,
    resolveProxy: host.resolveProxy,
    allowedServices: policy.allowedServices,
    limits: tuning.time,
  })
  const { services } = library
  const observe = createObserver({ services, activity, redactor, reportBug })
  const sender = createSender({ redactor, network, observe })
  const client = createClient(
    sender,
    redactor,
    ({ profile, baseUrl }, extension) => services.offers(profile?.id ?? '', baseUrl, extension) === true,
  )
  return { network, sender, client }
}

/** Starts the service on this computer if any profile uses it, because its links only open while it runs. */
function startEmbedded({ host, settings, notices, crashReports }: OpenedFiles) {
  const onLost = (why: Error) => crashReports.record('service', why)
  const embedded = createEmbedded({ host, settings, notices, onLost })
  // If this fails, the error is shown when the service is used.
  if (settings.get().profiles.some(({ kind }) => kind === 'embedded')) void embedded.running()
  return embedded
}
