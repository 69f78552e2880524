import { fileURLToPath } from 'node:url'
import { utilityProcess } from 'electron'
import type { UtilityProcess } from 'electron'
import type { KeyChild } from '../core/host.ts'

const script = fileURLToPath(new URL('../core/keys/keychainChild.ts', import.meta.url))

/** How long a killed child may take before the system ends it, in milliseconds. */
const killTimeoutMs = 1_000

/** Starts the key store's child. Must run once Electron is ready. */
export function startKeyChild(): KeyChild {
  const child = utilityProcess.fork(script, [], { serviceName: 'Linkwright key store', stdio: 'ignore' })
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => onEnd(child, listener),
    kill: () => kill(child),
  }
}

/**
 * A fatal error of V8 comes as `error` before the `exit`; with nobody listening it would be an exception here. Its report names
 * the child's whole environment, so only the place is told.
 */
function onEnd(child: UtilityProcess, listener: (reason: string) => void): void {
  let isReported = false
  const report = (reason: string) => {
    if (!isReported) listener(reason)
    isReported = true
  }
  child.on('error', (type, location) => report(`${type} in ${location}`))
  child.once('exit', (code) => report(`it ended with code ${code}`))
}

/** Electron kills only what runs: a child that is still starting is killed as soon as it does. */
function kill(child: UtilityProcess): void {
  const { pid } = child
  if (pid === undefined) {
    child.once('spawn', () => kill(child))
    return
  }
  child.kill()
  // A call that hangs inside the key store can outlast a polite signal.
  const timer = setTimeout(() => killProcess(pid), killTimeoutMs)
  child.once('exit', () => clearTimeout(timer))
}

/** The child may have ended in the same moment, and its number be nobody's or another user's. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // There is nothing left to end.
  }
}
