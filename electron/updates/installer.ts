import { once, type EventEmitter } from 'node:events'
import type { AppUpdater, BaseUpdater } from 'electron-updater'

/** Installs downloaded updates on a platform. */
export interface Installer {
  /** Whether the library passes a download to the system immediately. Only Squirrel.Mac needs that, to verify it. */
  stagesDownload: boolean
  /** Resolves when the system has accepted the download. Call this before the download, so that no event is missed. */
  untilStaged: () => Promise<void>
  /** Ends the app, installs the update and starts the new version. */
  installAndRestart: (updater: AppUpdater) => void
}

/**
 * Returns the installer for Windows and AppImage: `end` ends the app and then starts the installer, only on request.
 * One that starts at every quit would also start during a Windows shutdown, which kills it halfway. Calls `onFailure` if
 * it can't start.
 */
export function createExitInstaller(end: (install: () => void) => void, onFailure: () => void): Installer {
  return {
    stagesDownload: false,
    untilStaged: () => Promise.resolve(),
    installAndRestart: (updater) =>
      end(() => {
        if (!(updater as BaseUpdater).install(true, true)) onFailure()
      }),
  }
}

/**
 * Returns the installer for macOS. The library's download ends before Squirrel.Mac has unpacked the file and verified
 * its signature. Only Squirrel's own event means that the update can be installed. `native` is Electron's updater, which runs Squirrel.Mac.
 */
export function createSquirrelInstaller(native: EventEmitter): Installer {
  return {
    stagesDownload: true,
    // Rejects with the error of an `error` event.
    untilStaged: async () => void (await once(native, 'update-downloaded')),
    // Squirrel waits for the process to exit, and the quit it requests runs our shutdown.
    installAndRestart: (updater) => updater.quitAndInstall(),
  }
}
