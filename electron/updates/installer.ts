import type { AppUpdater, BaseUpdater } from 'electron-updater'

/** How a downloaded update gets installed on a platform. */
export interface Installer {
  /** Whether the library hands a download to the system at once. Only Squirrel.Mac needs that, to verify it. */
  stagesDownload: boolean
  /** Resolves when the system has accepted the download. Call it before the download, to miss no event. */
  untilStaged: () => Promise<void>
  /** Ends the app, installs the update and starts the new version. */
  installAndRestart: (updater: AppUpdater) => void
}

/**
 * Windows and AppImage: `end` ends the app and starts the installer once everything is written down, and only on request. An
 * installer that starts at every quit would also start while Windows shuts down, which kills it half way.
 */
export function installerAtEnd(end: (install: () => void) => void): Installer {
  return {
    stagesDownload: false,
    untilStaged: () => Promise.resolve(),
    installAndRestart: (updater) => end(() => (updater as BaseUpdater).install(true, true)),
  }
}

type Listen = ((event: 'update-downloaded', listener: () => void) => unknown) &
  ((event: 'error', listener: (error: Error) => void) => unknown)

/** What is used of Electron's own updater, which drives Squirrel.Mac. */
export interface NativeUpdater {
  once: Listen
  off: Listen
}

/**
 * macOS: the library's download ends when Squirrel.Mac has fetched the file, before Squirrel has unpacked it and verified its
 * signature. Only Squirrel's own event says that the update can be installed.
 */
export function squirrelMac(native: NativeUpdater): Installer {
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
    // Squirrel waits for the end of the process, and our orderly end follows from the quit that it asks for.
    installAndRestart: (updater) => updater.quitAndInstall(),
  }
}
