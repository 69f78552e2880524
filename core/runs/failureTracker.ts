/** As often a row fails, while others do not, before that is its own fault. */
const maxFailures = 3

/** Tells a row that fails for a reason of its own, though the service says it is its, from a service that fails at all. */
export function createFailureTracker() {
  const failures = new WeakMap<object, { times: number; answers: number }>()
  let answers = 0
  return {
    answered: () => void answers++,
    /** Whether a row that has failed is at fault itself: each time, another one had an end since the last. */
    isCausedByRow: (row: object): boolean => {
      const before = failures.get(row)
      if (before?.answers === answers) return false
      const times = (before?.times ?? 0) + 1
      failures.set(row, { times, answers })
      return times >= maxFailures
    },
  }
}
