import { fileURLToPath } from 'node:url'
import { utilityProcess, type UtilityProcess } from 'electron'
import type { KeyChild } from '../core/host.ts'

const script = fileURLToPath(new URL('../core/keys/keychainChild.ts', import.meta.url))

/** Milliseconds between SIGTERM and SIGKILL for a child that doesn't exit. */
const killTimeoutMs = 1_000

/** Starts the key store's child process. Call it once Electron is ready. */
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
 * V8 reports a fatal error by `error` before `exit`; without a listener it would throw here. Its report contains the
 * child's environment, so only the location is passed on.
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

/** Electron kills only running processes: one that is starting is killed once it runs. */
function kill(child: UtilityProcess): void {
  const { pid } = child
  if (pid === undefined) {
    child.once('spawn', () => kill(child))
    return
  }
  child.kill()
  // A call that hangs in the key store can outlast SIGTERM.
  const timer = setTimeout(() => killProcess(pid), killTimeoutMs)
  child.once('exit', () => clearTimeout(timer))
}

/** The child may have just exited, so its process id may be unused or belong to another process. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process no longer exists.
  }
}
