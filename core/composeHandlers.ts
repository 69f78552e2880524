import type { AppServices } from './appServices.ts'
import type { OpenedHandlers } from './erasable.ts'
import { activityHandlers } from './handlers/activity.ts'
import { appHandlers } from './handlers/app.ts'
import { appLinkHandlers } from './handlers/appLinks.ts'
import { backupHandlers } from './handlers/backups.ts'
import { changeHandlers } from './handlers/changes.ts'
import { checkHandlers } from './handlers/checks.ts'
import { connectionHandlers } from './handlers/connection.ts'
import { draftHandlers } from './handlers/drafts.ts'
import { embeddedHandlers } from './handlers/embedded.ts'
import { enrolmentHandlers } from './handlers/enrolment.ts'
import { exportHandlers } from './handlers/exports.ts'
import { imageHandlers } from './handlers/images.ts'
import { importHandlers } from './handlers/imports.ts'
import { jobHandlers } from './handlers/jobs.ts'
import { keyHandlers } from './handlers/keys.ts'
import { libraryHandlers } from './handlers/library.ts'
import { linkHandlers } from './handlers/links.ts'
import { networkHandlers } from './handlers/network.ts'
import { presetHandlers } from './handlers/presets.ts'
import { profileHandlers } from './handlers/profiles.ts'
import { ruleHandlers } from './handlers/rules.ts'
import { runHandlers } from './handlers/runs.ts'
import { sharingHandlers } from './handlers/sharing.ts'
import { suggestionHandlers } from './handlers/suggestions.ts'
import { teamHandlers } from './handlers/team.ts'
import { viewHandlers } from './handlers/views.ts'
import { visitHandlers } from './handlers/visits.ts'

/** Returns the handler of each call. Each takes the services that it needs. */
export function composeHandlers(app: AppServices): OpenedHandlers {
  return {
    ...activityHandlers(app),
    ...appHandlers(app),
    ...appLinkHandlers(app),
    ...backupHandlers(app),
    ...changeHandlers(app),
    ...checkHandlers(app),
    ...connectionHandlers(app),
    ...draftHandlers(app),
    ...embeddedHandlers(app),
    ...enrolmentHandlers(app),
    ...exportHandlers(app),
    ...imageHandlers(app),
    ...importHandlers(app),
    ...jobHandlers(app),
    ...keyHandlers(app),
    ...libraryHandlers(app),
    ...linkHandlers(app),
    ...networkHandlers(app),
    ...presetHandlers(app),
    ...profileHandlers(app),
    ...ruleHandlers(app),
    ...runHandlers(app),
    ...sharingHandlers(app),
    ...suggestionHandlers(app),
    ...teamHandlers(app),
    ...viewHandlers(app),
    ...visitHandlers(app),
  }
}
