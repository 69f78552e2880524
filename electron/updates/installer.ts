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

type Listen = ((event: 'update-downloaded', listener: () => void) => unknown) &
  ((event: 'error', listener: (error: Error) => void) => unknown)

/** The part of Electron's updater that is used. It runs Squirrel.Mac. */
export interface NativeUpdater {
  once: Listen
  off: Listen
}

/**
 * Returns the installer for macOS. The library's download ends before Squirrel.Mac has unpacked the file and verified
 * its signature. Only Squirrel's own event means that the update can be installed.
 */
export function createSquirrelInstaller(native: NativeUpdater): Installer {
  return {
    stagesDownload: true,
    untilStaged: () =>
      new Promise((resolve, reject) => {
        const accept = () => {
          native.off('error', refuse)
          resolve()
        }
        const refuse = (error: Error) => {
          native.off('update-downloaded', accept)
          reject(error)
        }
        native.once('update-downloaded', accept)
        native.once('error', refuse)
      }),
    // Squirrel waits for the process to exit, and the quit it requests runs our shutdown.
    installAndRestart: (updater) => updater.quitAndInstall(),
  }
}
