import type { ChildProcess } from 'node:child_process'

/** How a test asks its own Node process to end normally. */
export interface Signals {
  /** Node flags of the child. */
  flags: string[]
  /** Additional entries of its `stdio`. */
  stdio: 'ipc'[]
  send: (child: ChildProcess, signal: NodeJS.Signals) => void
}

/** Returns how to send signals. On Windows `kill` ends a process immediately, so signals are sent as messages. */
export function signalsFor(platform: NodeJS.Platform): Signals {
  if (platform !== 'win32') return { flags: [], stdio: [], send: (child, signal) => child.kill(signal) }
  return {
    flags: ['--import', new URL('./signalsByMessage.ts', import.meta.url).href],
    stdio: ['ipc'],
    send: (child, signal) => (signal === 'SIGKILL' ? child.kill(signal) : child.send(signal)),
  }
}

export const signals = signalsFor(process.platform)
