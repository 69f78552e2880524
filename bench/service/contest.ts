import { formatWhole, median } from '../measuring.ts'
import type { Figure } from '../measuring.ts'
import type { Server } from './stage.ts'
import type { Load, RequestText, Sample } from './wrk.ts'

/** A server and the requests to measure it with. */
export interface Runner {
  server: Server
  requests: RequestText[]
}

/** Runners, and their results by round, by name. */
export type Runners = Record<string, Runner>
export type Samples = Record<string, Sample[]>

/** A row of the table: how fast a runner is compared with another one in the same round. */
export interface Contest {
  runner: string
  against: string
  /** Minimum ratio of the two rates. */
  atLeast?: number
  /** Maximum 99th percentile, in milliseconds. */
  p99Below?: number
  /** Maximum ratio of this 99th percentile to the other side's. */
  p99Ratio?: number
}

const warmUpSeconds = 3

/**
 * Measures all runners in turn, round by round, so that other load on the machine affects all of them. A round has one
 * burst of load per runner. Adds the results to `samples`.
 */
export async function runAll(
  load: Load,
  runners: Runners,
  { rounds, seconds, samples }: { rounds: number; seconds: number; samples: Samples },
): Promise<void> {
  for (const { server, requests } of Object.values(runners))
    await load(server.origin, requests, warmUpSeconds)
  for (let round = 0; round < rounds; round++) {
    for (const [name, { server, requests }] of Object.entries(runners))
      (samples[name] ??= []).push(await load(server.origin, requests, seconds))
  }
}

/** Returns the result of a contest: the median of the ratios of all rounds. */
export function toFigure(contest: Contest, samples: Samples): Figure {
  const { runner, against, atLeast, p99Below, p99Ratio } = contest
  const [mine, theirs] = [samples[runner] ?? [], samples[against] ?? []]
  const ratio = median(mine.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? NaN)))
  const rate = (side: readonly Sample[]) => formatWhole(median(side.map(({ perSecond }) => perSecond)))
  const p99 = (side: readonly Sample[]) => median(side.map(({ p99Ms }) => p99Ms))
  const promised = [
    atLeast !== undefined && `at least ${atLeast.toFixed(2)}`,
    p99Below !== undefined && `p99 ${p99Below} ms`,
    p99Ratio !== undefined && `p99 at most ${p99Ratio} times`,
  ]
  return {
    what: runner,
    measured: ratio.toFixed(2),
    beside: `${against}: ${rate(theirs)}, p99 ${p99(theirs).toFixed(1)} ms`,
    perSecond: rate(mine),
    p99: `${p99(mine).toFixed(1)} ms`,
    promised: promised.filter((part) => part !== false).join(', '),
    met:
      ratio >= (atLeast ?? 0) &&
      p99(mine) < (p99Below ?? Infinity) &&
      p99(mine) <= p99(theirs) * (p99Ratio ?? Infinity),
  }
}
