import { constants } from 'node:os'

/** How the desktop app's process ended. */
export interface ProcessExit {
  code: number | null
  signal: NodeJS.Signals | null
  /** After how many milliseconds. */
  after: number
  /** Whether this process was told to end first. */
  asked: boolean
  /** A setting of the system without which there is no sandbox; see `findNamespaceRestriction`. */
  forbidden: string | null
}

/** The signals of a program that broke, and not of somebody who ended it. */
const crashes = new Set<NodeJS.Signals>(['SIGTRAP', 'SIGABRT', 'SIGILL', 'SIGSEGV', 'SIGBUS'])
/** The signals that end a program as a person or the system wants it. */
const endings = new Set<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP'])
/** How long after its start a failure is one to start, in milliseconds: nobody has worked in the window by then. */
const startLimitMs = 10_000
/** On Windows a crash is an exit code: NTSTATUS, whose highest bit says error or warning. */
const crashCode = 0x8000_0000

/** The exit code of an app that did run; otherwise why it did not, in a few words. */
export function judgeExit(end: ProcessExit): number | string {
  return end.signal === null ? judgeCode(end) : judgeSignal({ ...end, signal: end.signal })
}

function judgeSignal({
  signal,
  after,
  asked,
  forbidden,
}: ProcessExit & { signal: NodeJS.Signals }): number | string {
  if (endings.has(signal)) return 0
  if (asked || !crashes.has(signal)) return 128 + constants.signals[signal]
  const why = after < startLimitMs && forbidden ? `, probably for want of a sandbox (${forbidden})` : ''
  return `the desktop app was ended by ${signal}${why}`
}

function judgeCode({ code, after, asked }: ProcessExit): number | string {
  if (!code || asked) return code ?? 0
  // The loader of Linux says 127 when a library that the runtime needs is not installed.
  if (code === 127) return 'a library that the desktop app needs is missing'
  if (code >= crashCode) return `the desktop app crashed (0x${code.toString(16).toUpperCase()})`
  return after < startLimitMs ? `the desktop app ended at once, with code ${code}` : code
}
