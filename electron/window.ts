import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme } from 'electron'
import { isShutdownStarted, quitWithoutAsking, restartAfterExit } from './shutdown.ts'
import type { Direction } from './menu.ts'
import { startPage } from './origin.ts'
import { isHidden, reveal } from './reveal.ts'

// The path is relative to the built main process, which is the only one that runs.
const preload = join(import.meta.dirname, '..', 'preload', 'preload.cjs')

/** Opens the app's window: isolated, sandboxed, without Node, shown once the app is open and its page is ready. */
export function openWindow(opened?: Promise<unknown>) {
  const window = new BrowserWindow({
    title: 'Linkwright',
    name: 'main',
    windowStatePersistence: true,
    width: 1280,
    height: 800,
    minWidth: 640,
    minHeight: 480,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1a1b1e' : '#ffffff',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      // macOS has a spell checker. Elsewhere, Chromium would download dictionaries, but the app only contacts its
      // services.
      spellcheck: process.platform === 'darwin',
      devTools: !app.isPackaged,
    },
  })
  reveal(window, opened)
  quitBeforeSessionEnds(window)
  // `did-fail-load` reports the failure too.
  window.loadURL(startPage).catch(() => undefined)
  return window
}

/**
 * Quits before Windows ends the session. Windows kills the process as soon as `session-end` returns, before anything
 * could be saved. If an app refuses first, Windows waits until it has exited, and offers to end it after some seconds.
 */
function quitBeforeSessionEnds(window: BrowserWindow): void {
  window.on('query-session-end', (event) => {
    // An installer that closes apps fails if one refuses. It waits for their processes to exit instead.
    if (event.reasons.includes('close-app')) return
    event.preventDefault()
    quitWithoutAsking()
  })
  // Windows may not ask, for example if a shutdown is forced.
  window.on('session-end', quitWithoutAsking)
}

/**
 * Brings the window to the front, reopening a closed one. Returns `null` if the app is shutting down, which then
 * restarts.
 */
export function showWindow() {
  if (isShutdownStarted()) {
    restartAfterExit()
    return null
  }
  const window = BrowserWindow.getAllWindows().at(0) ?? openWindow()
  // A hidden window will appear when it is ready.
  if (isHidden(window)) return window
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
  return window
}

/** Shows the window's previous or next screen again, if there is one. */
export function goInHistory(direction: Direction): void {
  const history = BrowserWindow.getAllWindows().at(0)?.webContents.navigationHistory
  if (direction === 'back') history?.goBack()
  else history?.goForward()
}
