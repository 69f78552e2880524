import cluster from 'node:cluster'
import { isatty } from 'node:tty'

/** On Windows, Ctrl-Break sends SIGBREAK, and a closed console SIGHUP, which elsewhere reloads the settings. */
const endSignals: NodeJS.Signals[] = [
  'SIGTERM',
  'SIGINT',
  'SIGBREAK',
  ...(process.platform === 'win32' ? (['SIGHUP'] as const) : []),
]

/** npm forwards a terminal's interrupt key, so each press arrives twice. */
const echoMs = 1_000
const interruptedExitCode = 130

/**
 * Resolves at SIGTERM, SIGINT or their equivalent on Windows. Ignores further signals, which systemd, npm and the
 * supervisor may send. Aborts a shutdown that takes longer than `deadlineMs`.
 */
export async function waitForEndSignal(deadlineMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<number>()
  let firstTime: number | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now()
    firstTime ??= now
    resolve(firstTime)
    // The key was pressed again by someone who doesn't want to wait. It reaches the workers too.
    const isInteractive = cluster.isPrimary && isatty(0)
    if (signal === 'SIGINT' && now - firstTime > echoMs && isInteractive) process.exit(interruptedExitCode)
  }
  for (const signal of endSignals) process.on(signal, onSignal)
  await promise
  setTimeout(() => {
    process.stderr.write(`The shutdown was aborted because it took more than ${deadlineMs / 1_000} s.\n`)
    process.exit(1)
  }, deadlineMs).unref()
}
