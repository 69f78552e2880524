/** Three new beginnings in ten minutes; what fails more often would fail for ever. */
const maxAttempts = 3
const attemptWindowMs = 10 * 60_000

/** Whether a page that has failed `now` is begun anew or given up, and the failures to remember. Times are in milliseconds. */
export function nextAttempt(
  earlier: readonly number[],
  now: number,
): { next: 'reload' | 'give up'; failures: number[] } {
  const failures = [...earlier.filter((time) => now - time < attemptWindowMs), now]
  return { next: failures.length > maxAttempts ? 'give up' : 'reload', failures }
}
