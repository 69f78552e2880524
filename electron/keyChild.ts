import { fileURLToPath } from 'node:url'
import { utilityProcess } from 'electron'
import type { KeyChild } from '../core/host.ts'

const script = fileURLToPath(new URL('../core/keys/child.ts', import.meta.url))

/** How long a killed child may take before the system ends it, in milliseconds. */
const patience = 1_000

/** Starts the key store's child. Must run once Electron is ready. */
export function startKeyChild(): KeyChild {
  const child = utilityProcess.fork(script, [], { serviceName: 'Linkwright key store', stdio: 'ignore' })
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', (code) => listener(`it ended with code ${code}`)),
    kill: () => {
      const { pid } = child
      child.kill()
      if (pid === undefined) return
      // A call that hangs inside the key store can outlast a polite signal.
      const timer = setTimeout(() => endNow(pid), patience)
      child.once('exit', () => clearTimeout(timer))
    },
  }
}

/** The child may have ended in the same moment, and its number be nobody's or another user's. */
function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // There is nothing left to end.
  }
}
