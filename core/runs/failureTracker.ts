/** Failures of a row, with successes of others in between, before the row itself is blamed. */
const maxFailures = 3

/** Distinguishes a bad row from a service outage. */
export function createFailureTracker() {
  const failures = new WeakMap<object, { times: number; answers: number }>()
  let answers = 0
  return {
    answered: () => void answers++,
    /** Whether a failed row is itself the cause: other rows had results between all of its failures. */
    isCausedByRow: (row: object): boolean => {
      const before = failures.get(row)
      if (before?.answers === answers) return false
      const times = (before?.times ?? 0) + 1
      failures.set(row, { times, answers })
      return times >= maxFailures
    },
  }
}
