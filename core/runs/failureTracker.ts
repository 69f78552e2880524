/** Number of failures, with results of other rows in between, after which the row itself counts as the cause. */
const maxFailures = 3

/** Distinguishes a bad row from a service outage. */
export function createFailureTracker() {
  const failures = new WeakMap<object, { times: number; answers: number }>()
  let answers = 0
  return {
    answered: () => void answers++,
    /**
     * Records a failure. Returns whether the row itself is the cause, because other rows had results between all its
     * failures.
     */
    isCausedByRow: (row: object): boolean => {
      const previous = failures.get(row)
      if (previous?.answers === answers) return false
      const times = (previous?.times ?? 0) + 1
      failures.set(row, { times, answers })
      return times >= maxFailures
    },
  }
}
