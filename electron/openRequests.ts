import { app, ipcMain } from 'electron'
import { findDeepLink, isInvitation, parseDeepLink } from './deepLink.ts'
import { isShutdownStarted, restartAfterExit } from './shutdown.ts'
import { isOwnPage } from './ipc.ts'
import { showWindow } from './window.ts'

/** Requests of the menu or another program to show something in the window. */
export type OpenRequests = ReturnType<typeof listenForOpenRequests>

/** Maximum number of pending invitations, because any page can open one. */
const maxInvitations = 5

/**
 * Listens for requests from this start, another start (Windows, Linux) or the system (macOS). Keeps the latest, and up
 * to five invitations, until the window takes them. Call it before Electron is ready.
 */
export function listenForOpenRequests() {
  let requestedPath: string | null = null
  const invitations: string[] = []
  let isWindowReady = false
  /** Returns the path of an address, and keeps an invitation for the app. */
  const readAddress = (address: string | null): string | null => {
    if (address === null) return null
    const isNew = isInvitation(address) && !invitations.includes(address)
    if (isNew && invitations.length < maxInvitations) invitations.push(address)
    return parseDeepLink(address)
  }
  requestedPath = readAddress(findDeepLink(process.argv))
  const notifyWindow = () => {
    if (isWindowReady) showWindow()?.webContents.send('open-request')
  }
  const open = (path: string | null) => {
    requestedPath = path
    notifyWindow()
  }
  const handleAddress = (address: string | null) => {
    const path = readAddress(address)
    if (isShutdownStarted()) restartAfterExit(path === null ? null : address)
    else open(path ?? requestedPath)
  }
  app.on('open-url', (event, address) => {
    event.preventDefault()
    if (parseDeepLink(address) !== null) handleAddress(address)
  })
  app.on('second-instance', (_event, argv) => handleAddress(findDeepLink(argv)))
  const take = () => {
    const path = requestedPath
    requestedPath = null
    return path
  }
  return {
    /** Brings the window to the front and shows a path. */
    open,
    /** Returns and removes the pending path. */
    take,
    /** Returns and removes the address of the oldest invitation, which isn't part of its path. */
    takeInvitation: () => invitations.shift() ?? null,
    /** Delivers pending and future requests to the window. Call it once the window can be opened. */
    startDelivery: () => {
      isWindowReady = true
      ipcMain.handle('open-request', (event) => (isOwnPage(event) ? take() : null))
    },
  }
}
