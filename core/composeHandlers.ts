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
import { networkHandlers } from './handlers/network.ts'
import { profileHandlers } from './handlers/profiles.ts'
import { qrStyleHandlers } from './handlers/qrStyles.ts'
import { suggestionHandlers } from './handlers/suggestions.ts'
import { visitHandlers } from './handlers/visits.ts'
import { viewHandlers } from './handlers/views.ts'
import { createCancelling } from './links/cancelling.ts'
import type { Cancelling } from './links/cancelling.ts'
import type { OpenedHandlers } from './erasable.ts'
import type { AppServices } from './appServices.ts'

/** Returns what answers each call. */
export function composeHandlers(services: AppServices): OpenedHandlers {
  const cancelling = createCancelling()
  return { ...composeAppHandlers(services, cancelling), ...composeLinkHandlers(services, cancelling) }
}

/** Calls about the app itself: its profiles, keys, network, settings and the list of requests. */
function composeAppHandlers(services: AppServices, cancelling: Cancelling) {
  const { host, policy, settings, notices, longWork, redactor, bugLog, faults } = services
  const { network, sender, embedded, keys, systemStore, destination, jobs, activity, library, appLinks } =
    services
  return {
    ...appHandlers({ host, policy, settings, keys, notices, systemStore, faults, longWork, ...library }),
    ...profileHandlers({ policy, network, settings, keys, embedded, redactor, ...library }),
    ...enrolmentHandlers({
      ...{ policy, network, settings, keys, sender, redactor },
      ...library,
      takeInvitation: host.takeInvitation ?? (() => null),
    }),
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
      policy,
      settings,
      systemStore,
      notices,
      bugLog,
      redactor,
    }),
  }
}

/** Calls about links: creating them, one by one or in runs, and the library. */
function composeLinkHandlers(services: AppServices, cancelling: Cancelling) {
  const { host, settings, notices, inFlight, longWork, sleep, reportBug } = services
  const { client, destination, jobs, exported, library, watched } = services
  const creating = {
    settings,
    destination,
    client,
    inFlight,
    longWork,
    sleep,
    reportBug,
    ...library,
    ...watched,
  }
  return {
    ...backupHandlers({ jobs, notices, ...library }),
    ...linkHandlers(creating, cancelling),
    ...changeHandlers(creating, cancelling),
    ...libraryHandlers({ settings, destination, client, jobs, cancelling, ...library, ...watched }),
    ...exportHandlers({ ...creating, jobs, exported, version: host.version }),
    ...visitHandlers({ settings, destination, client, ...library }),
    ...checkHandlers({ settings, destination, client, jobs, inFlight, cancelling, ...library, ...watched }),
    ...importHandlers({ settings, destination, client, inFlight, jobs, ...library, ...watched }),
    ...viewHandlers({ settings, ...library }),
    ...runHandlers({ ...creating, jobs, exported, notices }),
    ...draftHandlers(library.drafts),
    ...presetHandlers(library.presets),
    ...suggestionHandlers(library.suggestions),
  }
}
