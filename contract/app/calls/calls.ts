import type { z } from 'zod'
import { activityCalls } from './app/activity.ts'
import { appCalls } from './app/app.ts'
import { appLinkCalls } from './app/appLinks.ts'
import { imageCalls } from './app/images.ts'
import { changeCalls } from './links/changes.ts'
import { checkCalls } from './links/checks.ts'
import { libraryCalls } from './links/library.ts'
import { connectionCalls } from './profiles/connection.ts'
import { draftCalls } from './runs/drafts.ts'
import { embeddedCalls } from './profiles/embedded.ts'
import { enrolmentCalls } from './profiles/enrolment.ts'
import { exportCalls } from './links/exports.ts'
import { importCalls } from './links/imports.ts'
import { jobCalls } from './runs/jobs.ts'
import { keyCalls } from './profiles/keys.ts'
import { backupCalls } from './app/backups.ts'
import { linkCalls } from './links/links.ts'
import { networkCalls } from './profiles/network.ts'
import { presetCalls } from './runs/presets.ts'
import { profileCalls } from './profiles/profiles.ts'
import { ruleCalls } from './profiles/rules.ts'
import { runCalls } from './runs/runs.ts'
import { sharingCalls } from './profiles/sharing.ts'
import { suggestionCalls } from './links/suggestions.ts'
import { teamCalls } from './links/team.ts'
import { viewCalls } from './links/views.ts'
import { visitCalls } from './links/visits.ts'

/**
 * All calls that the window can make to the app: name → input and output. A new feature adds one row and one
 * handler.
 */
export const calls = {
  ...appCalls,
  ...profileCalls,
  ...enrolmentCalls,
  ...embeddedCalls,
  ...keyCalls,
  ...networkCalls,
  ...connectionCalls,
  ...backupCalls,
  ...linkCalls,
  ...libraryCalls,
  ...exportCalls,
  ...checkCalls,
  ...changeCalls,
  ...draftCalls,
  ...presetCalls,
  ...suggestionCalls,
  ...activityCalls,
  ...jobCalls,
  ...importCalls,
  ...viewCalls,
  ...ruleCalls,
  ...sharingCalls,
  ...runCalls,
  ...visitCalls,
  ...teamCalls,
  ...appLinkCalls,
  ...imageCalls,
}

type Calls = typeof calls
export type CallName = keyof Calls

/** The input that a caller passes. Fields with a default are optional. */
export type CallInput<N extends CallName> = z.input<Calls[N]['input']>
/** The input that a handler receives: parsed and trimmed, with defaults filled in. */
export type ParsedInput<N extends CallName> = z.output<Calls[N]['input']>
export type CallOutput<N extends CallName> = z.output<Calls[N]['output']>

/** Whether `name` is a row of the table rather than an inherited property such as `toString`. */
export function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name)
}
