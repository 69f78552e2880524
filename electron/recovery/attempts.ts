/** At most three reloads in ten minutes. A page that fails more often won't recover. */
const maxAttempts = 3
const attemptWindowMs = 10 * 60_000

/**
 * Returns whether to reload or give up on a page that failed at `now`, and the failures to remember. Times are in
 * milliseconds.
 */
export function nextAttempt(
  earlierFailures: readonly number[],
  now: number,
): { next: 'reload' | 'give up'; failures: number[] } {
  const failures = [...earlierFailures.filter((time) => now - time < attemptWindowMs), now]
  return { next: failures.length > maxAttempts ? 'give up' : 'reload', failures }
}
