import cluster from 'node:cluster'
import { isatty } from 'node:tty'

/** npm passes the interrupt key of a terminal on, so each press of it arrives twice. */
const echoMs = 1_000
const interruptedExitCode = 130

/**
 * Resolves when SIGTERM or SIGINT asks this process to end. Any further signal is ignored, since there usually is one:
 * systemd signals every process of a unit, and npm and the supervisor of the workers pass theirs on. By Node's default it
 * would end the process among requests that are stored and not answered yet. An end that takes longer than `shutdownDeadlineMs` is
 * given up.
 */
export async function waitForEndSignal(deadlineMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<number>()
  let first: number | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now()
    first ??= now
    resolve(first)
    if (signal === 'SIGINT' && now - first > echoMs && isInteractiveInterrupt())
      process.exit(interruptedExitCode)
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  await promise
  setTimeout(() => {
    process.stderr.write(`The service was cut off: it has not ended within ${deadlineMs / 1_000} s.\n`)
    process.exit(1)
  }, deadlineMs).unref()
}

/** Whether the interrupt key was pressed at a terminal, by somebody who does not want to wait. It reaches the workers too. */
function isInteractiveInterrupt(): boolean {
  return cluster.isPrimary && isatty(0)
}
