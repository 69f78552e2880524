import type { Appearance, Desktop, Preferences } from '../contract/app/calls/app/app.ts'
import type { SystemNotification } from '../contract/app/jobs/endedJob.ts'
import type { Progress } from './longWork.ts'
import type { Policy } from './policy/policy.ts'

/** What the app needs from its host program. Each host provides one at startup. */
export interface Host {
  version: string
  /** Properties of the desktop runtime; absent in a browser. */
  desktop?: Desktop
  /** The data folder. Exists and is private to the user. */
  dataFolder: string
  /** The organization's policy on this computer, if any. */
  policy?: Policy
  /** Whether the folder stays locked until the process ends, because the host itself uses it until then. */
  holdsFolderUntilExit?: boolean
  /** Returns and clears the invitation address that another program passed, if any. */
  takeInvitation?: () => string | null
  /** Asks the system for the proxy of a URL. Returns a PAC result (`PROXY host:port; DIRECT`). */
  resolveProxy?: (url: string) => Promise<string>
  /** Shows the progress of long work in the dock or task bar. */
  showProgress?: (progress: Progress) => void
  /** Applies the appearance to the parts that the system draws around the page, if the host has any. */
  applyAppearance?: (appearance: Appearance) => void
  /**
   * Shows a system notification unless the window is in front, and opens its path when it is chosen. Without it, the
   * window does.
   */
  notify?: (notification: SystemNotification) => void
  /** Opens the quick form from outside the window, if the host can. */
  quickAccess?: QuickAccess
  /** Prevents the computer from sleeping automatically, or allows it again, if the host supports that. */
  keepAwake?: (awake: boolean) => void
  /** Whether the host itself asks before quitting if something would be lost; otherwise the window does. */
  asksBeforeQuitting?: boolean
  /**
   * Starts the disposable child process that talks to the system's key store (`core/keys/keychainChild.ts`).
   */
  startKeyChild: () => KeyChild
  /**
   * Starts the service on this computer; `core/` must not import the service. Rejects with `EADDRINUSE` if
   * another program uses the port.
   */
  startEmbedded: (options: EmbeddedOptions) => Promise<EmbeddedService>
}

/** The icon in the notification area and the keys that open the quick form from any program. */
export interface QuickAccess {
  apply: (choice: Pick<Preferences, 'tray' | 'quickKeys'>) => void
  /** Returns why what was chosen doesn't work, as a sentence; `null` if it does. */
  problem: () => string | null
}

/**
 * A child process as a message channel: the common part of `child_process.fork` and Electron's
 * `utilityProcess.fork`.
 */
export interface KeyChild {
  send: (message: unknown) => void
  onMessage: (listener: (message: unknown) => void) => void
  /** Called once, with a short reason, when the child exits or is killed. */
  onExit: (listener: (reason: string) => void) => void
  kill: () => void
}

export interface EmbeddedOptions {
  folder: string
  /** The port of existing links; 0 for any free port. */
  port: number
  /** Called once, with the cause, if the service stops unexpectedly. */
  onLost: (why: Error) => void
}

/** The running service on this computer. The app operates it, so it can create a project if a key is lost. */
export interface EmbeddedService {
  /** `http://127.0.0.1:PORT` */
  origin: string
  createProject: (name: string) => Promise<{ project: string; key: string }>
  /** Replaces a project's key and revokes the old one. Returns `null` if the project doesn't exist. */
  rotateKey: (project: string) => Promise<{ project: string; key: string } | null>
  /** Erases the content, visits and history of links by path. Their paths are never reused. */
  eraseLinks: (paths: readonly string[]) => Promise<void>
  stop: () => Promise<void>
}
