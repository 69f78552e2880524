import type { z } from 'zod'
import { activityCalls } from './calls/activity.ts'
import { appCalls } from './calls/app.ts'
import { appLinkCalls } from './calls/appLinks.ts'
import { changeCalls } from './calls/changes.ts'
import { changeRunCalls } from './calls/changeRuns.ts'
import { checkCalls } from './calls/checks.ts'
import { libraryCalls } from './calls/library.ts'
import { connectionCalls } from './calls/connection.ts'
import { draftCalls } from './calls/drafts.ts'
import { embeddedCalls } from './calls/embedded.ts'
import { enrolmentCalls } from './calls/enrolment.ts'
import { exportCalls } from './calls/exports.ts'
import { importCalls } from './calls/imports.ts'
import { eraseCalls } from './calls/erase.ts'
import { jobCalls } from './calls/jobs.ts'
import { keyCalls } from './calls/keys.ts'
import { backupCalls } from './calls/backups.ts'
import { linkCalls } from './calls/links.ts'
import { mergeTables } from './calls/mergeTables.ts'
import type { NoneRepeated, RepeatedName } from './calls/mergeTables.ts'
import { networkCalls } from './calls/network.ts'
import { presetCalls } from './calls/presets.ts'
import { profileCalls } from './calls/profiles.ts'
import { qrStyleCalls } from './calls/qrStyles.ts'
import { ruleCalls } from './calls/rules.ts'
import { runCalls } from './calls/runs.ts'
import { sharingCalls } from './calls/sharing.ts'
import { suggestionCalls } from './calls/suggestions.ts'
import { viewCalls } from './calls/views.ts'
import { visitCalls } from './calls/visits.ts'

const tables = [
  appCalls,
  eraseCalls,
  profileCalls,
  enrolmentCalls,
  qrStyleCalls,
  embeddedCalls,
  keyCalls,
  networkCalls,
  connectionCalls,
  backupCalls,
  linkCalls,
  libraryCalls,
  exportCalls,
  checkCalls,
  changeCalls,
  changeRunCalls,
  draftCalls,
  presetCalls,
  suggestionCalls,
  activityCalls,
  jobCalls,
  importCalls,
  viewCalls,
  ruleCalls,
  sharingCalls,
  runCalls,
  visitCalls,
  appLinkCalls,
] as const

/** Does not compile if two tables share a name: the later row would silently replace the earlier one. */
export type RepeatedCall = NoneRepeated<RepeatedName<typeof tables>>

/**
 * All calls that the window can make to the app: name → input and output. A new feature adds one row and one
 * handler.
 */
export const calls = mergeTables(tables)

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
