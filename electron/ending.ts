import { app } from 'electron'
import type { Core } from '../core/core.ts'
import { quitUnasked } from './question.ts'

/** How long the app may take to write everything down, in milliseconds. What was acknowledged is on the disk long before. */
const patience = 5_000

let ending = false
let leave = (code: number) => app.exit(code)

/** Whether the app is closing its files: no window may come any more. */
export function isEnding(): boolean {
  return ending
}

/** Lets the app write everything down before the process ends, and ends it even if that hangs. */
export function endWith(core: Core): void {
  app.on('will-quit', (event) => {
    event.preventDefault()
    end(core)
  })
  quitOnSignals(core)
}

/**
 * Electron quits at these signals by itself, but only until somebody in JavaScript has listened to one and stopped: then Node
 * leaves the system's default, and the process dies at once. `write-file-atomic` does so at every write (by signal-exit). With a
 * listener that stays, the signal stays Node's.
 */
function quitOnSignals(core: Core): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => quitSoon(core))
  }
}

/** Ends the app as after a fault: `say` comes when everything is written down. */
export function endFaulty(core: Core, say: () => void): void {
  leave = () => {
    say()
    app.exit(1)
  }
  quitSoon(core)
}

/** A window may want to stay open. What ends the app by this does not wait for it. */
function quitSoon(core: Core): void {
  quitUnasked()
  setTimeout(() => end(core), patience)
}

function end(core: Core): void {
  if (ending) return
  ending = true
  const giveUp = (error: unknown, code: number) => {
    core.reportBug('app.close', error)
    leave(code)
  }
  setTimeout(() => giveUp(new Error(`Closing took longer than ${patience / 1_000} seconds.`), 0), patience)
  core.close().then(
    () => leave(0),
    (error: unknown) => giveUp(error, 1),
  )
}
