import { app, BrowserWindow } from 'electron'
import type { Progress } from '../core/longWork.ts'

let currentProgress: Progress = null

/** Shows on the dock or the task bar how far long work is. */
export function showProgress(progress: Progress): void {
  currentProgress = progress
  for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(progressBarValue(progress))
}

/**
 * Keeps that true where the app outlives its windows, on macOS: only a window can take the bar from the dock. Must run
 * before the first one is opened.
 */
export function restoreProgressOnNewWindows(): void {
  if (process.platform !== 'darwin') return
  app.on('browser-window-created', (_event, window) => {
    if (currentProgress !== null) window.setProgressBar(progressBarValue(currentProgress))
    window.on('close', () => window.setProgressBar(progressBarValue(null)))
  })
}

/** As Electron counts it: below 0 is no bar, above 1 one that says only that something is being done. Linux has none such. */
function progressBarValue(progress: Progress): number {
  if (progress === null) return -1
  return progress === 'unknown' ? 2 : progress
}
