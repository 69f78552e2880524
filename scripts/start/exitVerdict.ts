import { constants } from 'node:os'

/** How the desktop app's process exited. */
export interface ProcessExit {
  code: number | null
  signal: NodeJS.Signals | null
  /** Milliseconds between start and exit. */
  elapsedMs: number
  /** Whether this process was asked to exit first. */
  wasSignalled: boolean
  /** The system setting that prevents the sandbox; see `findNamespaceRestriction`. */
  sandboxRestriction: string | null
}

const crashSignals = new Set<NodeJS.Signals>(['SIGTRAP', 'SIGABRT', 'SIGILL', 'SIGSEGV', 'SIGBUS'])
/** Signals with which a user or the system stops a program. */
const stopSignals = new Set<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP'])
/** Failures within this time, in milliseconds, count as failed starts, because nothing has been done in the window yet. */
const startLimitMs = 10_000
/** On Windows, a crash is an NTSTATUS exit code whose highest bit means error or warning. */
const crashCode = 0x8000_0000

/** Returns the exit code of an app that ran; otherwise a short reason why it didn't. */
export function interpretExit(exit: ProcessExit): number | string {
  const { signal, elapsedMs, wasSignalled, sandboxRestriction } = exit
  if (signal === null) return interpretCode(exit)
  if (stopSignals.has(signal)) return 0
  if (wasSignalled || !crashSignals.has(signal)) return 128 + constants.signals[signal]
  const explanation =
    elapsedMs < startLimitMs && sandboxRestriction
      ? `, probably because the system prevents its sandbox (${sandboxRestriction})`
      : ''
  return `the desktop app was stopped by ${signal}${explanation}`
}

function interpretCode({ code, elapsedMs, wasSignalled }: ProcessExit): number | string {
  if (!code || wasSignalled) return code ?? 0
  // The Linux loader returns 127 if a library that the runtime needs is missing.
  if (code === 127) return 'a library that the desktop app needs is missing'
  if (code >= crashCode) return `the desktop app crashed (0x${code.toString(16).toUpperCase()})`
  return elapsedMs < startLimitMs ? `the desktop app exited immediately with code ${code}` : code
}
