import { median } from './median.ts'
import type { Measured, Runner } from './runner.ts'

/** A row of the table: how fast something is compared with something else in the same round. */
export interface Contest {
  runner: Runner
  against: Runner
  /** Minimum ratio of the two rates. */
  atLeast: number | null
  /** Maximum 99th percentile, in milliseconds. */
  p99Below: number | null
  /** …and at most this many times the other side's. */
  p99Ratio?: number
}

/** A contest and both sides' results by round. */
export interface Bout {
  contest: Contest
  mine: readonly Measured[]
  theirs: readonly Measured[]
}

export interface Outcome {
  contest: Contest
  perSecond: number
  againstPerSecond: number
  /** Median of the ratios of all rounds. */
  ratio: number
  p99Ms: number
  /** The other side's: what the machine itself contributes. */
  againstP99Ms: number
  cpuMicros: number | null
  met: boolean
}

/** Returns the result of a contest. */
export function toOutcome({ contest, mine, theirs }: Bout): Outcome {
  const ratio = median(mine.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? NaN)))
  const p99Ms = median(mine.map((sample) => sample.p99Ms))
  const againstP99Ms = median(theirs.map((sample) => sample.p99Ms))
  const cpu = mine.map(({ cpuMicros }) => cpuMicros).filter((micros) => micros !== null)
  return {
    contest,
    perSecond: median(mine.map((sample) => sample.perSecond)),
    againstPerSecond: median(theirs.map((sample) => sample.perSecond)),
    ratio,
    p99Ms,
    againstP99Ms,
    cpuMicros: cpu.length > 0 ? median(cpu) : null,
    met:
      ratio >= (contest.atLeast ?? 0) &&
      p99Ms < (contest.p99Below ?? Infinity) &&
      p99Ms <= againstP99Ms * (contest.p99Ratio ?? Infinity),
  }
}
