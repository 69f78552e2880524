import { formatWhole, median, type Figure } from '../measuring.ts'
import { sendLoad, type Runner, type Sample } from './wrk.ts'

/** Runners, and their results by round, by name. */
export type Runners = Record<string, Runner>
export type Samples = Record<string, Sample[]>

/** A row of the table: how fast a runner is compared with another one in the same round. */
export interface Contest {
  runner: string
  baseline: string
  /** Minimum ratio of the two rates. */
  minRatio?: number
  maxP99Ms?: number
  /** Maximum ratio of this 99th percentile to the other side's. */
  maxP99Ratio?: number
}

const warmUpSeconds = 3

/**
 * Measures all runners in turn, round by round, so that other load on the machine affects all of them. A round has one
 * burst of load per runner. Adds the results to `samples`.
 */
export function runAll(
  runners: Runners,
  { rounds, seconds, samples }: { rounds: number; seconds: number; samples: Samples },
): void {
  for (const runner of Object.values(runners)) sendLoad(runner, warmUpSeconds)
  for (let round = 0; round < rounds; round++) {
    for (const [name, runner] of Object.entries(runners))
      (samples[name] ??= []).push(sendLoad(runner, seconds))
  }
}

/** Returns the result of a contest: the median of the ratios of all rounds. */
export function toFigure(
  { runner, baseline, minRatio, maxP99Ms, maxP99Ratio }: Contest,
  samples: Samples,
): Figure {
  const [ownSamples, baselineSamples] = [samples[runner] ?? [], samples[baseline] ?? []]
  const ratio = median(
    ownSamples.map(({ perSecond }, round) => perSecond / (baselineSamples[round]?.perSecond ?? NaN)),
  )
  const rate = (side: readonly Sample[]) => formatWhole(median(side.map(({ perSecond }) => perSecond)))
  const [p99, baselineP99] = [ownSamples, baselineSamples].map((side) =>
    median(side.map(({ p99Ms }) => p99Ms)),
  ) as [number, number]
  const promises: [text: string, met: boolean][] = []
  if (minRatio !== undefined) promises.push([`at least ${minRatio.toFixed(2)}`, ratio >= minRatio])
  if (maxP99Ms !== undefined) promises.push([`p99 ${maxP99Ms} ms`, p99 < maxP99Ms])
  if (maxP99Ratio !== undefined)
    promises.push([`p99 at most ${maxP99Ratio} times`, p99 <= baselineP99 * maxP99Ratio])
  return {
    what: runner,
    measured: `${ratio.toFixed(2)}, p99 ${p99.toFixed(1)} ms, ${rate(ownSamples)}/s`,
    beside: `${baseline}: ${rate(baselineSamples)}, p99 ${baselineP99.toFixed(1)} ms`,
    promised: promises.map(([text]) => text).join(', '),
    met: promises.every(([, met]) => met),
  }
}
