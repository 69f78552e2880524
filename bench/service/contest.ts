import { formatWhole, median } from '../measuring.ts'
import type { Figure } from '../measuring.ts'
import type { Server } from './servers.ts'
import type { Load, RequestText, Sample } from './wrk.ts'

/** A server and the requests to measure it with. */
export interface Runner {
  name: string
  server: Server
  requests: RequestText[]
}

/** A row of the table: how fast something is compared with something else in the same round. */
export interface Contest {
  runner: Runner
  against: Runner
  /** Minimum ratio of the two rates. */
  atLeast?: number
  /** Maximum 99th percentile, in milliseconds. */
  p99Below?: number
  /** …and at most this many times the other side's. */
  p99Ratio?: number
}

/** Number of bursts of load, and the seconds of each. */
export interface Rounds {
  rounds: number
  seconds: number
}

/** A contest and both sides' results by round. */
export interface Bout {
  contest: Contest
  mine: readonly Sample[]
  theirs: readonly Sample[]
}

const warmUpSeconds = 3

/** Measures all in turn, round by round, so that disturbances of the machine affect all of them. */
export async function runContests(load: Load, contests: Contest[], plan: Rounds): Promise<Bout[]> {
  const { rounds, seconds } = plan
  const runners = contests.flatMap(({ runner, against }) => [against, runner])
  const samples = new Map(runners.map((one) => [one, [] as Sample[]]))
  for (const { server, requests } of samples.keys()) await load(server.port, requests, warmUpSeconds)
  for (let round = 0; round < rounds; round++) {
    for (const [{ server, requests }, measured] of samples)
      measured.push(await load(server.port, requests, seconds))
  }
  const of = (runner: Runner) => samples.get(runner) ?? []
  return contests.map((contest) => ({ contest, mine: of(contest.runner), theirs: of(contest.against) }))
}

/** Merges the rounds of the same contests from several restarts. */
export function mergeBouts(restarts: readonly Bout[][]): Bout[] {
  return (restarts[0] ?? []).map(({ contest }, index) => ({
    contest,
    mine: restarts.flatMap((bouts) => bouts[index]?.mine ?? []),
    theirs: restarts.flatMap((bouts) => bouts[index]?.theirs ?? []),
  }))
}

/** Returns the result of a contest: the median of the ratios of all rounds. */
export function toFigure({ contest, mine, theirs }: Bout): Figure {
  const { runner, against, atLeast, p99Below, p99Ratio } = contest
  const ratio = median(mine.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? NaN)))
  const p99Of = (samples: readonly Sample[]) => median(samples.map(({ p99Ms }) => p99Ms))
  const promised = [
    atLeast !== undefined && `at least ${atLeast.toFixed(2)}`,
    p99Below !== undefined && `p99 ${p99Below} ms`,
    p99Ratio !== undefined && `p99 at most ${p99Ratio} times`,
  ]
  return {
    what: runner.name,
    measured: ratio.toFixed(2),
    beside: `${against.name}: ${formatWhole(median(theirs.map(({ perSecond }) => perSecond)))}, p99 ${p99Of(theirs).toFixed(1)} ms`,
    perSecond: formatWhole(median(mine.map(({ perSecond }) => perSecond))),
    p99: `${p99Of(mine).toFixed(1)} ms`,
    promised: promised.filter((part) => part !== false).join(', '),
    met:
      ratio >= (atLeast ?? 0) &&
      p99Of(mine) < (p99Below ?? Infinity) &&
      p99Of(mine) <= p99Of(theirs) * (p99Ratio ?? Infinity),
  }
}
