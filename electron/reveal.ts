import type { BrowserWindow } from 'electron'

/** Maximum time that a window stays hidden after the app is open, in milliseconds. */
const maxHiddenMs = 3_000

const hiddenWindows = new WeakSet<BrowserWindow>()

/** Whether a window hasn't been shown yet. */
export function isHidden(window: BrowserWindow): boolean {
  return hiddenWindows.has(window)
}

/**
 * Shows a hidden window once the app is open and its page is ready, loaded or late. Until then, startup errors appear without
 * a window. Some Wayland sessions never send `ready-to-show` (electron#48859).
 */
export function reveal(window: BrowserWindow, opened: Promise<unknown> = Promise.resolve()): void {
  let isOpen = false
  let isReady = false
  let timer: NodeJS.Timeout | undefined
  const show = () => {
    clearTimeout(timer)
    if (!hiddenWindows.delete(window) || window.isDestroyed()) return
    if (!window.isVisible()) window.show()
  }
  const onReady = () => {
    isReady = true
    if (isOpen) show()
  }
  const onOpened = () => {
    isOpen = true
    if (isReady) show()
    else if (!window.isDestroyed()) timer = setTimeout(show, maxHiddenMs)
  }
  hiddenWindows.add(window)
  window.once('ready-to-show', onReady)
  window.webContents.once('did-finish-load', onReady)
  window.webContents.once('did-fail-load', onReady)
  window.once('closed', () => clearTimeout(timer))
  opened.then(onOpened, () => undefined)
}
