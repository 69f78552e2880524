import { powerMonitor, powerSaveBlocker } from 'electron'
import type { Core } from '../core/core.ts'

let blocker: number | null = null

/** Prevents the computer from sleeping (but not its display), or allows it again. */
export function keepAwake(awake: boolean): void {
  if (awake) blocker ??= powerSaveBlocker.start('prevent-app-suspension')
  else if (blocker !== null) {
    powerSaveBlocker.stop(blocker)
    blocker = null
  }
}

/** Reports when the computer sleeps, for example when its lid is closed. Call this when Electron is ready. */
export function watchSleep({ suspend, resume }: Core['sleep']): void {
  powerMonitor.on('suspend', suspend)
  powerMonitor.on('resume', resume)
}
