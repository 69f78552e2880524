import type { BrowserWindow } from 'electron'

/** How long a window may stay hidden once the app is open, in milliseconds. */
const maxHiddenMs = 3_000

const hidden = new WeakSet<BrowserWindow>()

/** Whether a window is still to be shown for the first time. */
export function isHidden(window: BrowserWindow): boolean {
  return hidden.has(window)
}

/**
 * Shows a hidden window once the app is open and there is something to see: what keeps the app from opening is told without
 * a window. Some Wayland sessions paint no hidden window, and so never say `ready-to-show` (electron#48859): there the loaded
 * page does, and where nothing is told at all, the time.
 */
export function reveal(window: BrowserWindow, opened: Promise<unknown> = Promise.resolve()): void {
  let isOpen = false
  let isSeen = false
  let timer: NodeJS.Timeout | undefined
  const show = () => {
    clearTimeout(timer)
    if (!hidden.delete(window) || window.isDestroyed()) return
    if (!window.isVisible()) window.show()
  }
  const see = () => {
    isSeen = true
    if (isOpen) show()
  }
  const open = () => {
    isOpen = true
    if (isSeen) show()
    else if (!window.isDestroyed()) timer = setTimeout(show, maxHiddenMs)
  }
  hidden.add(window)
  window.once('ready-to-show', see)
  window.webContents.once('did-finish-load', see)
  window.webContents.once('did-fail-load', see)
  window.once('closed', () => clearTimeout(timer))
  opened.then(open, () => undefined)
}
