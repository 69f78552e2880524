import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import { isShutdownStarted } from './shutdown.ts'
import { openWindow } from './window.ts'

/**
 * Shows a message box over the window. Returns the index of the button; that of a cancel if the app is shutting down.
 */
export async function showMessageBox(options: MessageBoxOptions): Promise<number> {
  if (isShutdownStarted()) return options.cancelId ?? 0
  const { response } = await dialog.showMessageBox(visibleWindow(), {
    title: 'Linkwright',
    noLink: true,
    ...options,
  })
  return response
}

/**
 * Returns the window after showing it. A box over a minimized or hidden window can't be seen or closed (electron#22671).
 * Without a window, macOS stops the whole process until the box is closed, including the work that it asks about.
 */
function visibleWindow(): BrowserWindow {
  const window = BrowserWindow.getAllWindows().at(0) ?? openWindow()
  if (window.isMinimized()) window.restore()
  if (!window.isVisible()) window.show()
  return window
}
