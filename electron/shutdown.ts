import { spawn } from 'node:child_process'
import { app } from 'electron'
import type { Core } from '../core/core.ts'
import { terminateThreads } from '../core/runningThreads.ts'
import { isDeepLink } from './deepLink.ts'

/** Maximum time to save everything, in milliseconds. Acknowledged data is on disk long before. */
const maxShutdownMs = 5_000

let isDecided = false
let isShuttingDown = false
/** The address to open after a restart, if the app restarts. */
let restartRequest: { address: string | null } | null = null
let onShutdown: (() => void) | null = null
let install: (() => void) | null = null

/** Quits without asking, because the user has already answered or may be away. */
export function quitWithoutAsking(): void {
  isDecided = true
  app.quit()
}

/** Whether the app quits without asking. */
export function isQuitDecided(): boolean {
  return isDecided
}

/** Whether the app is closing its files: no window may open any more. */
export function isShutdownStarted(): boolean {
  return isShuttingDown
}

/**
 * Starts the app again after this process exits, for a user who opens it in the meantime. macOS doesn't start a second
 * process, but activates this one.
 */
export function restartAfterExit(address: string | null = null): void {
  restartRequest = { address: address ?? restartRequest?.address ?? null }
}

/** Saves everything before the process exits, and exits even if that or a thread hangs. */
export function registerShutdown(core: Core): void {
  app.on('will-quit', (event) => {
    event.preventDefault()
    shutDown(core)
  })
  quitOnSignals(core)
  quitForParent(core)
}

/**
 * Electron quits on these signals only until a JavaScript listener has been added and removed, as `write-file-atomic`
 * does on every write (via signal-exit). After that, the system's default action kills the process. A permanent
 * listener prevents this.
 */
function quitOnSignals(core: Core): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => requestQuit(core))
  }
}

/**
 * On Windows, `npm start` forwards Ctrl-C as a message (`scripts/start/desktop.ts`). Otherwise, there is no channel.
 */
function quitForParent(core: Core): void {
  process.on('message', (message) => {
    if (message === 'quit') requestQuit(core)
  })
  process.on('disconnect', () => requestQuit(core))
}

/** Ends the app and starts an installer when everything is saved, because an installer may kill running processes. */
export function installOnExit(start: () => void): void {
  install = start
  quitWithoutAsking()
}

/** Ends the app after an error. `showMessage` is called when everything is saved. */
export function shutDownAfterError(core: Core, showMessage: () => void): void {
  onShutdown = showMessage
  requestQuit(core)
}

/** A window may ask to stay open. A forced exit doesn't wait for that. */
function requestQuit(core: Core): void {
  quitWithoutAsking()
  setTimeout(() => shutDown(core), maxShutdownMs)
}

function shutDown(core: Core): void {
  if (isShuttingDown) return
  isShuttingDown = true
  // From now on, starting the app creates a new process, which waits until this one exits.
  app.releaseSingleInstanceLock()
  const giveUp = (error: unknown, code: number) => {
    core.reportBug('app.close', error)
    void terminateThreads(exit).then((end) => exitProcess(code, end))
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

function exitProcess(code: number, end = exit): void {
  try {
    onShutdown?.()
    // The installer starts the new version.
    if (install) install()
    else if (restartRequest)
      restart([...restartArguments(), ...(restartRequest.address ? ['--', restartRequest.address] : [])])
  } finally {
    end(onShutdown ? 1 : code)
  }
}

const exit = (code: number) => app.exit(code)

/**
 * Starts the app again. `app.relaunch` can't start an AppImage: this process's program is unmounted by then, and Electron's
 * helper (`relauncher.cc`) loses the privilege to mount it again. So the image starts now, and waits until this process
 * exits.
 */
function restart(args: string[]): void {
  const { APPIMAGE: image, APPDIR: mountPoint } = process.env
  // Another program's image passes its variables on to all programs that it starts.
  const isImage = image && mountPoint && process.execPath.startsWith(mountPoint)
  if (!isImage) app.relaunch({ args })
  else spawn(image, args, { detached: true, stdio: 'ignore' }).on('error', () => undefined)
}

/** Returns this process's own arguments without the address to open. */
function restartArguments(): string[] {
  return process.argv.slice(1).filter((argument) => argument !== '--' && !isDeepLink(argument))
}
