import type { Run, RunPulse } from '../../../../contract/runs/run.ts'
import { endedOf, toMakeOf } from '../shared/runStates.ts'

/** How far a run is: "123 of 300 · 2.9 a second · about 1 minute left". */
export function progressWords(run: Run, pulse: RunPulse | null): string {
  const parts = [`${endedOf(run).toLocaleString()} of ${toMakeOf(run).toLocaleString()}`]
  if (run.state === 'running' && pulse) {
    if (pulse.perSecond > 0) parts.push(`${rate(pulse.perSecond)} a second`)
    if (pulse.leftMs !== null) parts.push(`${timeLeft(pulse.leftMs)} left`)
  }
  return parts.join(' · ')
}

/** What a run waits for, as a sentence; empty where it does not. */
export function waitWords(
  { state, problem }: Pick<Run, 'state' | 'problem'>,
  pulse: RunPulse | null,
): string {
  if (state === 'queued') return 'Another run at this service goes first. This one starts by itself.'
  if (state === 'paused') return problem ? '' : 'Paused. Nothing is sent until you go on.'
  if (!pulse) return ''
  if (pulse.heldMs > 0) return `Waiting for the service. The next try is in ${seconds(pulse.heldMs)}.`
  if (pulse.sleptMs < 1_000) return ''
  return `This computer slept for ${minutes(pulse.sleptMs)}. Nothing was sent meanwhile, and the run went on by itself.`
}

function seconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1_000)).toLocaleString()} s`
}

function minutes(ms: number): string {
  const count = Math.round(ms / 60_000)
  if (count < 1) return 'less than a minute'
  return count === 1 ? '1 minute' : `${count.toLocaleString()} minutes`
}

function rate(perSecond: number): string {
  return perSecond.toLocaleString(undefined, { maximumFractionDigits: perSecond < 10 ? 1 : 0 })
}

/** A time that is left, as roughly as one says it. */
export function timeLeft(ms: number): string {
  if (ms < 60_000) return `about ${seconds(Math.max(5_000, Math.ceil(ms / 5_000) * 5_000))}`
  const minutes = Math.round(ms / 60_000)
  if (minutes < 90) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  return `about ${Math.round(minutes / 60)} hours`
}
