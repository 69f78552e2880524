import { watchUncaughtErrors } from '../../core/watchUncaughtErrors.ts'
import type { Loopback } from '../../loopback/main.ts'

/**
 * How long an orderly end may take before the process ends anyway, in milliseconds: longer than the service on this computer
 * takes for its own.
 */
const maxShutdownMs = 14_000
/** A second Ctrl-C counts only after this time: npm passes the terminal's signal on, so each one arrives twice. */
const signalEchoMs = 1_000

/**
 * Waits for Ctrl-C, SIGTERM or a closed terminal, then runs `close`. Gives the exit code: 0 when everything was put away
 * in time. A second Ctrl-C does not wait; any other signal that follows the first changes nothing.
 */
export async function waitForShutdown(close: () => Promise<void>): Promise<number> {
  const exitRequested = Promise.withResolvers<number>()
  const onSignal = (signal: NodeJS.Signals) => {
    exitRequested.resolve(performance.now())
    void exitRequested.promise.then((since) => {
      if (signal === 'SIGINT' && performance.now() - since > signalEchoMs) process.exit(130)
    })
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal)
  await exitRequested.promise
  // A closed terminal takes no more output, and must not be a reason to fail on the way out.
  process.stdout.on('error', () => undefined)
  setTimeout(() => process.exit(1), maxShutdownMs).unref()
  await close()
  return 0
}

/** Waits for an exception that nothing caught, then puts away what it can. Gives the exit code. */
export async function waitForUncaughtError({
  recordUncaughtError,
  close,
}: Omit<Loopback, 'address'>): Promise<number> {
  await new Promise<void>((settle) => watchUncaughtErrors(recordUncaughtError, settle))
  console.error('A bug has ended Linkwright. Start it again, and it shows a report of what went wrong.')
  setTimeout(() => process.exit(1), maxShutdownMs).unref()
  await close().catch(() => undefined)
  return 1
}
