import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme } from 'electron'
import { isShutdownStarted, restartAfterExit } from './shutdown.ts'
import { startPage } from './origin.ts'
import { quitWithoutAsking } from './quitQuestion.ts'
import { isHidden, reveal } from './reveal.ts'

// Beside the built main process, which is the only one that runs.
const preload = join(import.meta.dirname, '..', 'preload', 'preload.cjs')

/** Opens the app's window: isolated, sandboxed, without Node, shown once the app is open and there is something to see. */
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
      // macOS has a spell checker. Elsewhere Chromium would download dictionaries, and the app speaks to its services only.
      spellcheck: process.platform === 'darwin',
      devTools: !app.isPackaged,
    },
  })
  reveal(window, opened)
  // Windows ends a session without quitting its apps; what can be written down until then is.
  window.on('session-end', quitWithoutAsking)
  // That it failed is told by `did-fail-load` too.
  window.loadURL(startPage).catch(() => undefined)
  return window
}

/** Brings the window to where the person is looking, opened again where it was closed; `null` where the app is ending, which then starts anew. */
export function showWindow() {
  if (isShutdownStarted()) {
    restartAfterExit()
    return null
  }
  const window = BrowserWindow.getAllWindows().at(0) ?? openWindow()
  // It comes by itself as soon as it can.
  if (isHidden(window)) return window
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
  return window
}
