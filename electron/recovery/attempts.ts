/** Three new beginnings in ten minutes; what fails more often would fail for ever. */
const most = 3
const within = 10 * 60_000

/** Whether a page that has failed `now` is begun anew or given up, and the failures to remember. Times are in milliseconds. */
export function afterFailure(
  earlier: readonly number[],
  now: number,
): { next: 'reload' | 'give up'; failures: number[] } {
  const failures = [...earlier.filter((time) => now - time < within), now]
  return { next: failures.length > most ? 'give up' : 'reload', failures }
}
