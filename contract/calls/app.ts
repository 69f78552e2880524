import { z } from 'zod'
import { environment } from '../headers.ts'
import { keyStoreState } from '../keyStore.ts'
import { longWorkKind } from '../longWork.ts'
import { policyKey } from '../policy.ts'
import { textFile } from '../textFile.ts'
import { backup } from './library.ts'
import { savedProfile } from './profiles.ts'

export const appearance = z.enum(['system', 'light', 'dark'])
export type Appearance = z.infer<typeof appearance>

/** Something that happened without being asked for and must be said: a damaged file kept aside, a restored backup. */
export const notice = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  /** The backup of the library that may bring back what is missing, by `library.restore`. */
  backup: backup.optional(),
  /** What a bug left behind, to be read, kept or deleted, by `app.deleteReport`. It has no keys in it. */
  report: textFile.optional(),
  /** The id of a run that was interrupted and can be resumed. */
  run: z.uuid().optional(),
})
export type Notice = z.infer<typeof notice>

/** What only the desktop app has, and the browser host has not. */
export const desktop = z.object({
  /** Whether the system confines the window's process; off by `--no-sandbox`. */
  sandboxed: z.boolean(),
  /** Whether the list of Chromium's own licences came with the runtime. */
  chromiumLicences: z.boolean(),
  /** Why this copy of the app cannot update itself, in a sentence; `null` where it can. */
  noUpdates: z.string().nullable(),
})
export type Desktop = z.infer<typeof desktop>

/** What the window needs to draw its frame. */
export const appState = z.object({
  version: z.string(),
  /** `null` in a browser. */
  desktop: desktop.nullable(),
  dataFolder: z.string(),
  /** The settings that the organization has locked. */
  managed: z.array(policyKey),
  keyStore: keyStoreState,
  profiles: z.array(savedProfile),
  /** The profile and environment in force; `null` before the first profile. */
  current: z.object({ profileId: z.string(), environment }).nullable(),
  appearance,
  /** Whether a link is put on the clipboard as soon as it is made. */
  copyAtOnce: z.boolean(),
  notices: z.array(notice),
})
export type AppState = z.infer<typeof appState>

export const appCalls = {
  'app.state': { input: z.strictObject({}), output: appState },
  /** The work that a person has been waiting for, the oldest first, and whether the window asks before it is closed meanwhile. */
  'app.longWork': {
    input: z.strictObject({}),
    output: z.object({ underWay: z.array(longWorkKind), windowAsks: z.boolean() }),
  },
  'app.setAppearance': { input: z.strictObject({ appearance }), output: z.null() },
  'app.setCopyAtOnce': { input: z.strictObject({ copyAtOnce: z.boolean() }), output: z.null() },
  'app.dismissNotice': { input: z.strictObject({ id: z.string() }), output: z.null() },
  /** Dismisses a notice, and leaves nothing of its report in the data folder; `errors.log` goes with it. */
  'app.deleteReport': { input: z.strictObject({ id: z.string() }), output: z.null() },
}
