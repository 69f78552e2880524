import { median } from './median.ts'
import type { Measured, Runner } from './runner.ts'

/** One row of the table: how fast something is beside something else in the same round. */
export interface Contest {
  runner: Runner
  against: Runner
  /** The least ratio of the two rates that is good enough. */
  atLeast: number | null
  /** 99 of 100 requests shall take less, in milliseconds. */
  p99Below: number | null
  /** …and at most so many times what the other side's take. */
  p99Ratio?: number
}

/** A contest and what both sides did in it, round by round. */
export interface Bout {
  contest: Contest
  mine: readonly Measured[]
  theirs: readonly Measured[]
}

export interface Outcome {
  contest: Contest
  perSecond: number
  againstPerSecond: number
  /** The median of the ratios of each round. */
  ratio: number
  p99Ms: number
  /** The same of the other side: what the machine itself makes of it. */
  againstP99Ms: number
  cpuMicros: number | null
  met: boolean
}

/** What came of a contest. */
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
