import { app } from 'electron'
import type { Core } from '../core/core.ts'
import { isDeepLink } from './deepLink.ts'
import { quitUnasked } from './question.ts'

/** How long the app may take to write everything down, in milliseconds. What was acknowledged is on the disk long before. */
const patience = 5_000

let ending = false
/** With which address the app starts anew, if it does. */
let again: { address: string | null } | null = null
let farewell: (() => void) | null = null
let install: (() => void) | null = null

/** Whether the app is closing its files: no window may come any more. */
export function isEnding(): boolean {
  return ending
}

/**
 * Starts the app anew once this process has ended, for somebody who wants it back meanwhile. macOS starts no second process
 * for that, but asks the first one.
 */
export function startAgain(address: string | null = null): void {
  again = { address: address ?? again?.address ?? null }
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

/** Ends the app, and starts an installer once everything is written down: it may kill what still runs. */
export function installAtEnd(start: () => void): void {
  install = start
  quitUnasked()
}

/** Ends the app as after a fault: `say` comes when everything is written down. */
export function endFaulty(core: Core, say: () => void): void {
  farewell = say
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
  // Whoever starts the app from now on gets a process of its own, which waits for the end of this one.
  app.releaseSingleInstanceLock()
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

function leave(code: number): void {
  try {
    farewell?.()
    // The installer starts the new version by itself.
    if (install) install()
    else if (again)
      app.relaunch({ args: [...ownArguments(), ...(again.address ? ['--', again.address] : [])] })
  } finally {
    app.exit(farewell ? 1 : code)
  }
}

/** Those that this process was started with, without what it was asked to open. */
function ownArguments(): string[] {
  return process.argv.slice(1).filter((argument) => argument !== '--' && !isDeepLink(argument))
}
