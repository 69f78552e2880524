import type { RunThroughput } from '../../contract/runs/run.ts'

/** Window for measuring the rate, in milliseconds. */
const windowMs = 10_000

/** Measures a run's throughput. Uses a monotonic clock and subtracts the time that the computer slept. */
export function createThroughput(sleptMs: () => number, clock: () => number = () => performance.now()) {
  const startedAt = clock()
  const sleptBefore = sleptMs()
  let ends: number[] = []
  let heldUntil = 0
  let lastEnd = { at: startedAt, slept: sleptBefore }
  const recent = () => (ends = ends.slice(-10_000).filter((at) => at > clock() - windowMs))
  return {
    ended: () => {
      lastEnd = { at: clock(), slept: sleptMs() }
      ends.push(lastEnd.at)
    },
    held: (ms: number) => void (heldUntil = clock() + ms),
    /** Returns the throughput with `remaining` rows left to send. */
    measure: (remaining: number): RunThroughput => {
      const now = clock()
      const spanMs = Math.min(windowMs, Math.max(now - startedAt, 1))
      const perSecond = (recent().length / spanMs) * 1_000
      const heldMs = Math.max(0, heldUntil - now)
      const leftMs = perSecond > 0 ? (remaining / perSecond) * 1_000 + heldMs : null
      const slept = sleptMs()
      const quietMs = Math.max(0, now - Math.max(lastEnd.at + slept - lastEnd.slept, heldUntil))
      return { perSecond, leftMs, heldMs, quietMs, sleptMs: slept - sleptBefore }
    },
  }
}
export type Throughput = ReturnType<typeof createThroughput>
