import { terminateThreads } from '../../core/runningThreads.ts'
import { watchUncaughtErrors } from '../../core/watchUncaughtErrors.ts'
import type { Loopback } from '../../loopback/main.ts'

/**
 * Maximum milliseconds of an orderly shutdown before the process exits anyway: longer than the embedded service
 * needs.
 */
const maxShutdownMs = 14_000
/** A second Ctrl-C counts only after this time: npm forwards the terminal's signal, so each arrives twice. */
const signalEchoMs = 1_000

/** On Windows, Ctrl-Break is SIGBREAK, and a closed console is SIGHUP; Windows kills its programs seconds later. */
export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const

/**
 * Waits for Ctrl-C, SIGTERM or a closed terminal, then runs `close`. Returns the exit code: 0 if it finished in time.
 * A second Ctrl-C exits immediately; any other further signal is ignored.
 */
export async function waitForShutdown(close: () => Promise<void>): Promise<number> {
  const exitRequested = Promise.withResolvers<number>()
  const onSignal = (signal: NodeJS.Signals) => {
    exitRequested.resolve(performance.now())
    void exitRequested.promise.then((requestedAt) => {
      if (signal === 'SIGINT' && performance.now() - requestedAt > signalEchoMs) void exitImmediately(130)
    })
  }
  for (const signal of endSignals) process.on(signal, onSignal)
  await exitRequested.promise
  // A closed terminal rejects output. That must not make the shutdown fail.
  process.stdout.on('error', () => undefined)
  setTimeout(() => void exitImmediately(1), maxShutdownMs).unref()
  await close()
  return 0
}

/** Waits for an uncaught exception, then saves what it can. Returns the exit code. */
export async function waitForUncaughtError({
  recordUncaughtError,
  close,
}: Omit<Loopback, 'address'>): Promise<number> {
  await new Promise<void>((settle) => watchUncaughtErrors(recordUncaughtError, settle))
  console.error('Linkwright stopped because of a bug. Start it again to see a report of what went wrong.')
  setTimeout(() => void exitImmediately(1), maxShutdownMs).unref()
  await close().catch(() => undefined)
  return 1
}

async function exitImmediately(code: number): Promise<void> {
  const exit = await terminateThreads((exitCode) => process.exit(exitCode))
  exit(code)
}
