import type { ChildProcess } from 'node:child_process'

/** How a test asks a Node process of its own to end in order. */
export interface Signals {
  /** Flags for the child's Node. */
  flags: string[]
  /** What its `stdio` has besides the three. */
  stdio: 'ipc'[]
  send: (child: ChildProcess, signal: NodeJS.Signals) => void
}

/** On Windows `kill` ends a process at once, whatever the signal, so there a signal that can be handled goes as a message. */
export function signalsOn(platform: NodeJS.Platform): Signals {
  if (platform !== 'win32') return { flags: [], stdio: [], send: (child, signal) => child.kill(signal) }
  return {
    flags: ['--import', new URL('./signalsByMessage.ts', import.meta.url).href],
    stdio: ['ipc'],
    send: (child, signal) => (signal === 'SIGKILL' ? child.kill(signal) : child.send(signal)),
  }
}

export const signals = signalsOn(process.platform)
