import type { BrowserWindow } from 'electron'

/** How long a window may stay hidden, in milliseconds. */
const patience = 3_000

/**
 * Shows a hidden window once there is something to see. Some Wayland sessions paint no hidden window, and so never say
 * `ready-to-show` (electron#48859): there the loaded page does, and where nothing is told at all, the time.
 */
export function reveal(window: BrowserWindow): void {
  const show = () => {
    clearTimeout(timer)
    if (revealed || window.isDestroyed()) return
    revealed = true
    if (!window.isVisible()) window.show()
  }
  let revealed = false
  const timer = setTimeout(show, patience)
  window.once('ready-to-show', show)
  window.webContents.once('did-finish-load', show)
  window.webContents.once('did-fail-load', show)
  window.once('closed', () => clearTimeout(timer))
}
