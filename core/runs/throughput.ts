import type { Problem } from '../../contract/app/problems/problem.ts'
import type { RunThroughput } from '../../contract/app/runs/run.ts'

/** Window for measuring the rate, in milliseconds. */
const windowMs = 10_000

/** Measures a run's throughput. Uses a monotonic clock and subtracts the time that the computer slept. */
export function createThroughput(sleptMs: () => number, clock: () => number = () => performance.now()) {
  const startedAt = clock()
  let measuredFrom = startedAt
  let endTimes: number[] = []
  let heldUntil = 0
  let heldBy: Problem | null = null
  let wake: () => void = () => undefined
  let lastEnd = { at: startedAt, slept: sleptMs() }
  const recentEnds = () => (endTimes = endTimes.slice(-10_000).filter((at) => at > clock() - windowMs))
  return {
    ended: () => {
      lastEnd = { at: clock(), slept: sleptMs() }
      endTimes.push(lastEnd.at)
      // Other requests may end during the back-off.
      if (lastEnd.at >= heldUntil) heldBy = null
    },
    /** Records a back-off. If the service is failing, the rate before it says nothing about the rest of the run. */
    held: (ms: number, problem: Problem) => {
      heldUntil = clock() + ms
      heldBy = problem
      if (problem.code === 'throttled') return
      endTimes = []
      measuredFrom = heldUntil
    },
    /** Sets what ends the current back-off early. */
    onTryNow: (end: () => void) => void (wake = end),
    /** Ends the current back-off, because the user wants the next try now, unless the service asked for it. */
    tryNow: () => {
      if (heldBy?.retryAfterMs !== undefined) return
      heldUntil = Math.min(heldUntil, clock())
      // Otherwise, the rate would be measured from a time in the future.
      measuredFrom = Math.min(measuredFrom, heldUntil)
      wake()
    },
    /** Returns the throughput with `remaining` rows left to send. */
    measure: (remaining: number): RunThroughput => {
      const now = clock()
      const spanMs = Math.min(windowMs, Math.max(now - measuredFrom, 1))
      const perSecond = (recentEnds().length / spanMs) * 1_000
      const heldMs = Math.max(0, heldUntil - now)
      const leftMs = perSecond > 0 ? (remaining / perSecond) * 1_000 + heldMs : null
      const quietMs = Math.max(0, now - Math.max(lastEnd.at + sleptMs() - lastEnd.slept, heldUntil))
      return { perSecond, leftMs, heldMs, heldBy, quietMs }
    },
  }
}
export type Throughput = ReturnType<typeof createThroughput>
