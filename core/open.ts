import { deleteOldActivityFile } from './activity/oldFile.ts'
import { createActivity } from './activity/store.ts'
import { createNotices } from './notices.ts'
import type { Opened, Remaining } from './erasable.ts'
import { remainingFilesText } from './folder/erasing.ts'
import { applyToHost } from './handlers/app.ts'
import { createExportedFiles } from './library/exporting/files.ts'
import { remainingKeysText } from './keys/removeAll.ts'
import { openLibraryParts } from './libraryParts.ts'
import { createBugLog } from './log/bugLog.ts'
import { createCrashReports } from './log/crashReport.ts'
import { createRedactor } from './redactor.ts'
import { createInFlight } from './inFlight.ts'
import { openTlsSocket } from './network/connector.ts'
import { createNetwork } from './network/network.ts'
import { noPolicy } from './policy/policy.ts'
import { openManaged } from './settings/managed.ts'
import { reserveSpace, notifyIfFull } from './folder/reservedSpace.ts'
import { once } from './concurrency/once.ts'
import { composeHandlers } from './composeHandlers.ts'
import { endServices, startServices, type OpenedFiles, type Opening } from './appServices.ts'

/** Starts opening the data folder: small files immediately, and the library on its own thread. */
export function openApp(app: Opening, remaining?: Remaining): Opened {
  const { host, tuning } = app
  const folder = host.dataFolder
  const notices = createNotices()
  if (remaining?.keys) notices.add('Some keys couldn’t be removed', remainingKeysText(remaining.keys))
  if (remaining && remaining.files.length > 0)
    notices.add('Some files couldn’t be deleted', remainingFilesText(remaining.files))
  notifyIfFull(folder, notices)
  const policy = host.policy ?? noPolicy
  const settings = openManaged(folder, policy, notices)
  applyToHost(host, settings.get())
  const redactor = createRedactor()
  const bugLog = createBugLog(folder, redactor)
  const inFlight = createInFlight(tuning.pause)
  const crashReports = createCrashReports({ folder, version: host.version, redactor, notices, bugLog })
  const exported = createExportedFiles(folder)
  // Without the services that a policy allows: they don't restrict where a build's updates come from.
  const network = createNetwork({ settings, env: tuning.system.env, resolveProxy: host.resolveProxy })
  const opening = openFiles({
    ...{ ...app, folder, notices, policy, settings, inFlight, redactor, bugLog, crashReports, exported },
    reportBug: bugLog.report,
  })
  return {
    handlers: opening.then(({ handlers }) => handlers),
    track: inFlight.track,
    reportBug: bugLog.report,
    exported: exported.find,
    connect: (url) => openTlsSocket(url, network),
    recordUncaughtError: crashReports.record,
    accounts: () => {
      const { profiles, unusedKeys } = settings.get()
      const usedKeys = profiles.filter(({ keyAt }) => keyAt === 'keychain').map(({ id }) => id)
      return [...new Set([...usedKeys, ...unusedKeys])]
    },
    end: once(async () => {
      inFlight.stop()
      await opening.then(
        ({ end }) => end(),
        () => undefined,
      )
    }),
  }
}

/** Opens the library, and starts the services that use it. */
async function openFiles(parts: Omit<OpenedFiles, 'activity' | 'library'>) {
  const { folder } = parts
  // Meanwhile, the host loads its window.
  const library = await openLibraryParts(parts)
  try {
    deleteOldActivityFile(folder)
    reserveSpace(folder)
    const activity = createActivity()
    const services = startServices({ ...parts, activity, library })
    return { handlers: composeHandlers(services), end: () => endServices(services) }
  } catch (error) {
    await library.close()
    throw error
  }
}
