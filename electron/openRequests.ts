import { app, ipcMain } from 'electron'
import { findDeepLink, deepLinkScheme, parseDeepLink, findDeepLinkPath } from './deepLink.ts'
import { isShutdownStarted, restartAfterExit } from './shutdown.ts'
import { isOwnPage } from './ipc.ts'
import { showWindow } from './window.ts'

/** What the window is asked to show, by the menu or from outside. */
export interface OpenRequests {
  /** Brings the window to the front and shows what is at this path of it. */
  open: (path: string) => void
  /** What is wanted and nobody has taken yet, which is then taken. */
  take: () => string | null
  /** Lets the window take what was asked for until now and from now on. Must run once the window can be opened. */
  begin: () => void
}

/**
 * Hears what is asked from outside: by this start, by another one (Windows, Linux) or by the system (macOS, which may say
 * it before Electron is ready). It is kept until the window takes it, the latest only, and so waits for a window that is
 * still loading. Must run before Electron is ready.
 */
export function listenForOpenRequests(): OpenRequests {
  let requestedPath = findDeepLinkPath(process.argv)
  let begun = false
  const bring = () => {
    if (begun) showWindow()?.webContents.send('asked')
  }
  const open = (path: string | null) => {
    requestedPath = path
    bring()
  }
  const hear = (address: string | null) => {
    const path = address === null ? null : parseDeepLink(address)
    if (isShutdownStarted()) restartAfterExit(path === null ? null : address)
    else open(path ?? requestedPath)
  }
  app.on('open-url', (event, address) => {
    event.preventDefault()
    if (parseDeepLink(address) !== null) hear(address)
  })
  app.on('second-instance', (_event, argv) => hear(findDeepLink(argv)))
  const take = () => {
    const path = requestedPath
    requestedPath = null
    return path
  }
  return {
    open,
    take,
    begin: () => {
      begun = true
      ipcMain.handle('asked', (event) => (isOwnPage(event) ? take() : null))
    },
  }
}

/** Makes the installed app the one that opens `linkwright:` addresses. */
export function registerDeepLinks(): void {
  // After `--`, nothing that an address holds is taken for a switch, whatever Windows makes of its quotation marks.
  if (app.isPackaged) app.setAsDefaultProtocolClient(deepLinkScheme, process.execPath, ['--'])
}
