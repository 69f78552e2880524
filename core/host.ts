import type { Appearance, Desktop } from '../contract/calls/app.ts'
import type { Progress } from './longWork.ts'
import type { Policy } from './policy/policy.ts'

/** What the app needs of the program that carries it. Each host composes one of these at its edge and hands it over. */
export interface Host {
  version: string
  /** What the desktop app says about its own runtime; absent in a browser, which is none of ours. */
  desktop?: Desktop
  /** The folder for everything the app keeps, there already and private to the user. */
  dataFolder: string
  /** What the organization presets on this computer; absent where there is no policy. */
  policy?: Policy
  /** Whether the folder stays taken until the process has ended, since the host itself uses it until then. */
  holdsFolderUntilExit?: boolean
  /** What the system says about the proxy for a URL, as a PAC answer (`PROXY host:port; DIRECT`), where it can be asked. */
  resolveProxy?: (url: string) => Promise<string>
  /** Shows on the dock or the task bar how far long work is, where the host has one. */
  showProgress?: (progress: Progress) => void
  /** Applies the chosen appearance to what the system draws around the page, where the host has such parts. */
  applyAppearance?: (appearance: Appearance) => void
  /** Keeps the computer from falling asleep by itself, or lets it again, where the host can. */
  keepAwake?: (awake: boolean) => void
  /** Whether the host itself asks before it ends while something would be lost; otherwise the window does. */
  asksBeforeQuitting?: boolean
  /** Starts the disposable child that talks to the system's key store (`core/keys/keychainChild.ts`). */
  startKeyChild: () => KeyChild
  /**
   * Starts the service on this computer; `core/` may not know the service itself. Rejects with the system's `EADDRINUSE`
   * when another program holds the port.
   */
  startEmbedded: (options: EmbeddedOptions) => Promise<EmbeddedService>
}

/** A child process by its messages: what `child_process.fork` and Electron's `utilityProcess.fork` have in common. */
export interface KeyChild {
  send: (message: unknown) => void
  onMessage: (listener: (message: unknown) => void) => void
  /** Called once, with a few words of why, when the child has ended by itself or by `kill`. */
  onExit: (listener: (reason: string) => void) => void
  kill: () => void
}

export interface EmbeddedOptions {
  folder: string
  /** The port that links made earlier point to; 0 for any free one. */
  port: number
  /** Hears, once, that the running service has ended by itself, and why. */
  onLost: (why: Error) => void
}

/** The running service on this computer. The app is its operator, so it can make a project when a key is lost. */
export interface EmbeddedService {
  /** `http://127.0.0.1:PORT` */
  origin: string
  createProject: (name: string) => Promise<{ project: string; key: string }>
  /** Gives a project a new key and ends the old one; `null` when there is no such project. */
  rotateKey: (project: string) => Promise<{ project: string; key: string } | null>
  stop: () => Promise<void>
}
