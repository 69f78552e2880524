import { catalogue } from '../../../../contract/app/problems/problemCatalogue.ts'
import type { Run, RunThroughput } from '../../../../contract/app/runs/run.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { outcomeText } from './runStates.ts'

/** Summarizes a run's progress: "123 of 300 created · 2.9 a second · about 1 minute left". */
export function progressText(run: Run, throughput: RunThroughput | null): string {
  const parts = [outcomeText(run)]
  if (run.state === 'paused') parts.push('Paused')
  if (run.state === 'running' && throughput) {
    if (throughput.perSecond > 0) parts.push(`${formatRate(throughput.perSecond)} a second`)
    if (throughput.leftMs !== null) parts.push(`${formatTimeLeft(throughput.leftMs)} left`)
  }
  return parts.join(' · ')
}

/** Returns whether a running run makes no progress, because its service fails or doesn't answer. */
export function isWaiting({ state }: Pick<Run, 'state'>, throughput: RunThroughput | null): boolean {
  if (state !== 'running' || !throughput || throughput.perSecond > 0) return false
  return throughput.heldBy !== null || throughput.quietMs >= quietStepMs
}

/** Returns whether the service itself said how long to wait, which no one may shorten. */
export function isAskedToWait({ heldBy }: RunThroughput): boolean {
  return heldBy?.retryAfterMs !== undefined
}

/** Interval at which the wait for an answer is announced, in milliseconds. */
const quietStepMs = 5_000

/** Returns what a run is waiting for, as a sentence; empty if it isn't waiting. `isBehind`: another run goes first. */
export function waitText(
  { state, comparing }: Pick<Run, 'state' | 'comparing'>,
  throughput: RunThroughput | null,
  isBehind = false,
): string {
  if (state === 'queued') {
    if (isBehind) return 'Another run at this service goes first. This one starts automatically.'
    // Only a run that was paused a moment ago has a throughput here: that of its open requests.
    if (!throughput) return 'Starting.'
    return `Starts once the current requests have finished. ${quietText(throughput)}`.trim()
  }
  if (state === 'paused') return ''
  if (comparing) return 'Checking which links exist already.'
  if (!throughput) return ''
  if (throughput.heldMs > 0) {
    const asked = isAskedToWait(throughput) ? 'It asked to wait: the' : 'The'
    return `${waitReason(throughput)} ${asked} next try is in ${formatSeconds(throughput.heldMs)}.`
  }
  return quietText(throughput)
}

function waitReason({ heldBy }: RunThroughput): string {
  return heldBy ? `${catalogue[heldBy.code].title}.` : 'Waiting for the service.'
}

/** Returns how long the service hasn't answered, as a sentence; empty for a short time. */
function quietText(throughput: RunThroughput | null): string {
  if (!throughput || throughput.quietMs < quietStepMs) return ''
  const shownMs = Math.floor(throughput.quietMs / quietStepMs) * quietStepMs
  return `The service hasn’t answered for ${formatSeconds(shownMs)}.`
}

function formatSeconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1_000)).toLocaleString()} s`
}

function formatRate(perSecond: number): string {
  return perSecond.toLocaleString(undefined, { maximumFractionDigits: perSecond < 10 ? 1 : 0 })
}

/** Formats the remaining time roughly: "about 5 s", "about 3 minutes". */
export function formatTimeLeft(ms: number): string {
  if (ms < 60_000) return `about ${formatSeconds(Math.max(5_000, Math.ceil(ms / 5_000) * 5_000))}`
  const minutes = Math.round(ms / 60_000)
  if (minutes < 90) return `about ${formatCount(minutes, 'minute')}`
  return `about ${Math.round(minutes / 60)} hours`
}
