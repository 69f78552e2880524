import { app } from 'electron'
import type { Core } from '../core/core.ts'
import { isDeepLink } from './deepLink.ts'
import { quitWithoutAsking } from './quitQuestion.ts'

/** How long the app may take to write everything down, in milliseconds. What was acknowledged is on the disk long before. */
const maxShutdownMs = 5_000

let isShuttingDown = false
/** With which address the app starts anew, if it does. */
let restartRequest: { address: string | null } | null = null
let onShutdown: (() => void) | null = null
let install: (() => void) | null = null

/** Whether the app is closing its files: no window may come any more. */
export function isShutdownStarted(): boolean {
  return isShuttingDown
}

/**
 * Starts the app anew once this process has ended, for somebody who wants it back meanwhile. macOS starts no second process
 * for that, but asks the first one.
 */
export function restartAfterExit(address: string | null = null): void {
  restartRequest = { address: address ?? restartRequest?.address ?? null }
}

/** Lets the app write everything down before the process ends, and ends it even if that hangs. */
export function registerShutdown(core: Core): void {
  app.on('will-quit', (event) => {
    event.preventDefault()
    shutDown(core)
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
    process.on(signal, () => requestQuit(core))
  }
}

/** Ends the app, and starts an installer once everything is written down: it may kill what still runs. */
export function installAtEnd(start: () => void): void {
  install = start
  quitWithoutAsking()
}

/** Ends the app as after a fault: `say` comes when everything is written down. */
export function shutDownAfterError(core: Core, say: () => void): void {
  onShutdown = say
  requestQuit(core)
}

/** A window may want to stay open. What ends the app by this does not wait for it. */
function requestQuit(core: Core): void {
  quitWithoutAsking()
  setTimeout(() => shutDown(core), maxShutdownMs)
}

function shutDown(core: Core): void {
  if (isShuttingDown) return
  isShuttingDown = true
  // Whoever starts the app from now on gets a process of its own, which waits for the end of this one.
  app.releaseSingleInstanceLock()
  const giveUp = (error: unknown, code: number) => {
    core.reportBug('app.close', error)
    exitProcess(code)
  }
  setTimeout(
    () => giveUp(new Error(`Closing took longer than ${maxShutdownMs / 1_000} seconds.`), 0),
    maxShutdownMs,
  )
  core.close().then(
    () => exitProcess(0),
    (error: unknown) => giveUp(error, 1),
  )
}

function exitProcess(code: number): void {
  try {
    onShutdown?.()
    // The installer starts the new version by itself.
    if (install) install()
    else if (restartRequest)
      app.relaunch({
        args: [...restartArguments(), ...(restartRequest.address ? ['--', restartRequest.address] : [])],
      })
  } finally {
    app.exit(onShutdown ? 1 : code)
  }
}

/** Those that this process was started with, without what it was asked to open. */
function restartArguments(): string[] {
  return process.argv.slice(1).filter((argument) => argument !== '--' && !isDeepLink(argument))
}
