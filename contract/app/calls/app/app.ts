import { fileDelimiters } from '../../tables/spreadsheet.ts'
import { z } from 'zod'
import { call } from '../call.ts'
import { environment } from '../../../service/api/environment.ts'
import { namesOf } from '../../../service/link/fields.ts'
import { longWorkKind } from '../../jobs/job.ts'
import { keyStoreState } from '../../profile/keyStore.ts'
import { policyKey } from '../../profile/policy.ts'
import { textFile } from '../../tables/textFile.ts'
import { quickKeys } from '../../window/quickKeys.ts'
import { backup } from './backups.ts'
import { savedProfile } from '../profiles/profiles.ts'

export const appearance = z.enum(['system', 'light', 'dark'])
export type Appearance = z.infer<typeof appearance>

/** Something that the user must know and didn't cause, such as a damaged file or a restored backup. */
export const notice = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  /** A backup of the library that may contain the missing data; restored by `backups.restore`. */
  backup: backup.optional(),
  /** A crash report, which can be saved or deleted (`app.deleteReport`). Contains no keys. */
  report: textFile.optional(),
  /** The id of a run that was interrupted and can be resumed. */
  run: z.uuid().optional(),
})
export type Notice = z.infer<typeof notice>

/** Properties of the desktop app; the browser host has none. */
const desktop = z.object({
  /** Whether the window's process is sandboxed; off with `--no-sandbox`. */
  sandboxed: z.boolean(),
  /** Whether the runtime includes Chromium's own list of licences. */
  chromiumLicences: z.boolean(),
  /** Why this installation can't update itself, as a sentence; `null` if it can. */
  noUpdates: z.string().nullable(),
})
export type Desktop = z.infer<typeof desktop>

/** Choices that take effect immediately. */
const preferences = z.strictObject({
  appearance,
  /** Whether new links are copied to the clipboard immediately. */
  copyAtOnce: z.boolean(),
  /** Whether single keys such as `C` and `/` are shortcuts (WCAG 2.1.4). */
  singleKeys: z.boolean(),
  /** Whether the details for developers are open: requests, user agents, an operator's commands. */
  developer: z.boolean(),
  /** Whether checks of app links also ask Apple and Google for their copies; `null` until the user has chosen. */
  checkCopies: z.boolean().nullable(),
  /** Whether a system notification says that a run or an import has ended while another program is in front. */
  notifies: z.boolean(),
  /** Whether the desktop app has an icon in the notification area. */
  tray: z.boolean(),
  /** The keys that open the quick form from any program; `null` for none. */
  quickKeys: z.enum(quickKeys).nullable(),
})
export const preferenceNames = namesOf(preferences.shape)
export type Preferences = z.infer<typeof preferences>

/** The state that the window needs to draw its frame. */
const appState = z.object({
  version: z.string(),
  /** `null` in a browser. */
  desktop: desktop.nullable(),
  dataFolder: z.string(),
  /** The settings that the organization enforces. */
  managed: z.array(policyKey),
  keyStore: keyStoreState,
  profiles: z.array(savedProfile),
  /** The current profile and environment; `null` until there is a profile. */
  current: z.object({ profileId: z.string(), environment }).nullable(),
  ...preferences.shape,
  /** The delimiter that the user's spreadsheet uses; `null` until it is known. */
  csvDelimiter: z.enum(fileDelimiters).nullable(),
  /** Whether the window shows system notifications, because the host doesn't. */
  windowNotifies: z.boolean(),
  /** The ways into the quick form from outside the window, and why one doesn't work; `null` if the host has none. */
  quickAccess: z.object({ problem: z.string().nullable() }).nullable(),
  /** Number of example links, until they are erased. */
  examples: z.int(),
  notices: z.array(notice),
})
export type AppState = z.infer<typeof appState>

/** The word to type before everything is erased. */
export const eraseWord = 'ERASE'

export const appCalls = {
  /**
   * Erases all data of the app on this computer, including its keys in the system's key store, then starts over. Fails
   * if the key store is locked. Links at services are kept.
   */
  'erase.all': call({ word: z.literal(eraseWord) }, z.null()),
  'app.state': call({}, appState),
  /** Returns the work that the user is waiting for, oldest first, and whether the window asks before it closes. */
  'app.longWork': call({}, z.object({ running: z.array(longWorkKind), windowAsks: z.boolean() })),
  'app.setPreferences': call(preferences.partial(), z.null()),
  'app.dismissNotice': call({ id: z.string() }, z.null()),
  /** Dismisses a notice and deletes its report from the data folder, including `errors.log`. */
  'app.deleteReport': call({ id: z.string() }, z.null()),
}
