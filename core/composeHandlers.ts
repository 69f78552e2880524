import { activityHandlers } from './handlers/activity.ts'
import { appHandlers } from './handlers/app.ts'
import { appLinkHandlers } from './handlers/appLinks.ts'
import { runHandlers } from './handlers/runs.ts'
import { changeHandlers } from './handlers/changes.ts'
import { checkHandlers } from './handlers/checks.ts'
import { libraryHandlers } from './handlers/library.ts'
import { connectionHandlers } from './handlers/connection.ts'
import { draftHandlers } from './handlers/drafts.ts'
import { embeddedHandlers } from './handlers/embedded.ts'
import { enrolmentHandlers } from './handlers/enrolment.ts'
import { exportHandlers } from './handlers/exports.ts'
import { importHandlers } from './handlers/imports.ts'
import { jobHandlers } from './handlers/jobs.ts'
import { keyHandlers } from './handlers/keys.ts'
import { backupHandlers } from './handlers/backups.ts'
import { linkHandlers } from './handlers/links.ts'
import { presetHandlers } from './handlers/presets.ts'
import { ruleHandlers } from './handlers/rules.ts'
import { networkHandlers } from './handlers/network.ts'
import { profileHandlers } from './handlers/profiles.ts'
import { qrStyleHandlers } from './handlers/qrStyles.ts'
import { sharingHandlers } from './handlers/sharing.ts'
import { suggestionHandlers } from './handlers/suggestions.ts'
import { visitHandlers } from './handlers/visits.ts'
import { viewHandlers } from './handlers/views.ts'
import { createCancelling } from './links/cancelling.ts'
import type { Cancelling } from './links/cancelling.ts'
import type { OpenedHandlers } from './erasable.ts'
import type { AppServices } from './appServices.ts'

/** Returns the handler of each call. */
export function composeHandlers(app: AppServices): OpenedHandlers {
  const cancelling = createCancelling()
  return { ...composeAppHandlers(app, cancelling), ...composeLinkHandlers(app, cancelling) }
}

/** Calls about the app itself: its profiles, keys, network, settings and the list of requests. */
function composeAppHandlers(app: AppServices, cancelling: Cancelling) {
  const { host, policy, settings, notices, longWork, redactor, bugLog, crashReports } = app
  const { network, sender, embedded, keys, systemStore, destination, jobs, activity, appLinks } = app
  const { records, services } = app.library
  const { rulesCache } = app.sharing
  const takeInvitation = host.takeInvitation ?? (() => null)
  const appParts = { host, policy, settings, keys, notices, systemStore, crashReports, longWork, services }
  return {
    ...appHandlers(appParts),
    ...profileHandlers({
      policy,
      network,
      settings,
      keys,
      embedded,
      redactor,
      records,
      services,
      rulesCache,
    }),
    ...enrolmentHandlers({ policy, network, settings, keys, sender, redactor, services, takeInvitation }),
    ...qrStyleHandlers(settings),
    ...embeddedHandlers(embedded, settings),
    ...keyHandlers({ settings, keys, systemStore, sender, redactor }),
    ...networkHandlers({ policy, settings, network, sender }),
    ...connectionHandlers({ sender, redactor, network }, destination),
    ...appLinkHandlers(appLinks, cancelling),
    ...jobHandlers(jobs),
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
}

/** Calls about links: creating them, individually or in runs, and the library. */
function composeLinkHandlers(app: AppServices, cancelling: Cancelling) {
  const { host, settings, notices, inFlight, longWork, sleep, reportBug } = app
  const { client, limitedKeys, destination, jobs, exported, watchedLibrary: library } = app
  const { records, collection, services, checks, exporting, imports, savedViews } = library
  const { copies, restores, reloadServices } = library
  const { runs, runRows, sheets, results, sending, linkChanges, rules } = library
  const { planRows, changePages, changeQueue } = library
  const lookupParts = { settings, destination, client, services, records }
  const createParts = { ...lookupParts, schemes: library.schemes, inFlight, longWork, sleep, reportBug }
  return {
    ...backupHandlers({ jobs, notices, settings, copies, restores, reloadServices }),
    ...linkHandlers({ ...createParts, linkChanges, rules }, cancelling),
    ...changeHandlers({ ...createParts, linkChanges, limitedKeys }, cancelling),
    ...libraryHandlers({ ...lookupParts, jobs, cancelling, collection }),
    ...exportHandlers({ ...lookupParts, jobs, exported, exporting, version: host.version }),
    ...visitHandlers(lookupParts),
    ...checkHandlers({ ...lookupParts, jobs, inFlight, cancelling, collection, checks }),
    ...importHandlers({ ...lookupParts, inFlight, jobs, imports }),
    ...viewHandlers({ settings, savedViews }),
    ...runHandlers({
      ...{
        ...createParts,
        jobs,
        exported,
        notices,
        collection,
        runs,
        runRows,
        sheets,
        results,
        sending,
        rules,
      },
      ...{ linkChanges, planRows, changePages, changeQueue },
    }),
    ...draftHandlers(library.drafts),
    ...presetHandlers(library.presets),
    ...ruleHandlers(library.rules),
    ...sharingHandlers({ ...app.sharing, settings, redactor: app.redactor, shared: library.shared }),
    ...suggestionHandlers(library.suggestions),
  }
}
