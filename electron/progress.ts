import { app, BrowserWindow } from 'electron'
import type { Progress } from '../core/longWork.ts'

let currentProgress: Progress = null

/** Shows the progress of long work on the dock or taskbar. */
export function showProgress(progress: Progress): void {
  currentProgress = progress
  for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(progressBarValue(progress))
}

/**
 * Keeps the progress correct on macOS, where the app outlives its windows, but only a window can remove the bar from
 * the dock. Call this before the first window opens.
 */
export function restoreProgressOnNewWindows(): void {
  if (process.platform !== 'darwin') return
  app.on('browser-window-created', (_event, window) => {
    if (currentProgress !== null) window.setProgressBar(progressBarValue(currentProgress))
    window.on('close', () => window.setProgressBar(progressBarValue(null)))
  })
}

/**
 * Returns Electron's progress value: below 0 for no bar, above 1 for an indeterminate one, which Linux doesn't support.
 */
function progressBarValue(progress: Progress): number {
  if (progress === null) return -1
  return progress === 'unknown' ? 2 : progress
}
