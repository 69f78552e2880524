import { powerMonitor, powerSaveBlocker } from 'electron'
import type { Core } from '../core/core.ts'

let blocker: number | null = null

/** Keeps the computer, but not its display, from falling asleep by itself, or lets it again. */
export function keepAwake(awake: boolean): void {
  if (awake) blocker ??= powerSaveBlocker.start('prevent-app-suspension')
  else if (blocker !== null) {
    powerSaveBlocker.stop(blocker)
    blocker = null
  }
}

/** Passes on when the computer sleeps, such as when its lid is closed. Must run once Electron is ready. */
export function watchSleep({ suspend, resume }: Core['sleep']): void {
  powerMonitor.on('suspend', suspend)
  powerMonitor.on('resume', resume)
}
