import type { CustomScheme } from 'electron'

/** Everything that the main process has requested from the stand-in so far, as plain data for the test. */
export interface Journal {
  sandboxed: boolean
  schemes: CustomScheme[]
  /** Includes permissions that each page has and no page should have. */
  windows: { options: Record<string, unknown>; powers: string[]; loaded: string[]; done: string[] }[]
  menu: unknown
  openedOutside: string[]
  openedPaths: string[]
  /** The message boxes that a user saw, and the texts that went to stderr instead. */
  errorBoxes: [title: string, content: string][]
  messageBoxes: { message: string; buttons: string[]; answer: string | null }[]
  errorsOnStderr: [title: string, content: string][]
  children: { script: string; options: unknown }[]
  paths: Record<string, string>
  /** Whether a shutdown of the system waits for the app; macOS never does. */
  delaysShutdown: boolean
  /** Whether another process may become the first instance. */
  releasedLock: boolean
  /** The arguments of each process to start after this one. */
  relaunches: string[][]
  userModelId: string | null
  about: unknown
  /** Whether the computer was kept awake, after each change. */
  keptAwake: boolean[]
  /** Each value that the app has assigned to `nativeTheme.themeSource`. */
  themeSources: string[]
  /** The progress bar in the dock or the task bar. */
  progress: number[]
  popups: Record<string, unknown>[][]
  clipboard: string[]
  sent: unknown[][]
  /** Steps in the history of a window. */
  steps: string[]
  /** How each page may use WebRTC. */
  webRtc: string[]
  /** The items of the menu in the notification area; `null` without an icon there. */
  tray: string[] | null
  /** The keys that work in every program. */
  shortcuts: string[]
  notifications: { title: string; body: string }[]
}

export const journal: Journal = {
  sandboxed: false,
  schemes: [],
  windows: [],
  menu: null,
  openedOutside: [],
  openedPaths: [],
  errorBoxes: [],
  messageBoxes: [],
  errorsOnStderr: [],
  children: [],
  paths: {},
  delaysShutdown: false,
  releasedLock: false,
  relaunches: [],
  userModelId: null,
  about: null,
  keptAwake: [],
  themeSources: [],
  progress: [],
  popups: [],
  clipboard: [],
  sent: [],
  steps: [],
  webRtc: [],
  tray: null,
  shortcuts: [],
  notifications: [],
}

/** Resolves when a window has loaded its page, or failed to. */
export const pageLoaded = Promise.withResolvers<undefined>()

/** Resolves when a window is opened, shown or not. */
export const windowOpened = Promise.withResolvers<undefined>()

/** Resolves when the test completes the load of a `silent` page. */
export const loadReleased = Promise.withResolvers<undefined>()

/** Resolves when the dock or the task bar shows progress for the first time. */
export const progressShown = Promise.withResolvers<undefined>()

/** Resolves when a window is shown. */
export const windowShown = Promise.withResolvers<undefined>()

/** Resolves when a window is closed. */
export const windowClosed = Promise.withResolvers<undefined>()

/** Resolves when the windows are closed and listeners to `will-quit` were called. */
export const appEnding = Promise.withResolvers<undefined>()

let isAppReady = false

export function isReady(): boolean {
  return isAppReady
}

export function becomeReady(): void {
  isAppReady = true
}

export function assertNotReady(what: string): void {
  if (isAppReady) throw new Error(`${what} can only be called before app is ready`)
}

export function assertReady(what: string): void {
  if (!isAppReady) throw new Error(`${what} cannot be used before app is ready`)
}

/** An event whose default a listener may prevent. */
export interface Preventable {
  defaultPrevented: boolean
  preventDefault: () => void
}

export function createPreventableEvent(): Preventable {
  const event = { defaultPrevented: false, preventDefault: () => (event.defaultPrevented = true) }
  return event
}
