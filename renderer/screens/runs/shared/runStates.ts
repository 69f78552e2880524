import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import type { Run, RunState } from '../../../../contract/app/runs/run.ts'
import { runCountsText, type RunVerb } from '../../../features/jobs/runCounts.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import type { Tone } from '../../../ui/Callout.tsx'

/** The label and colour of each run state. */
export const runStates: Readonly<Record<RunState, { label: string; tone: Tone }>> = {
  preparing: { label: 'Not started', tone: 'quiet' },
  queued: { label: 'Queued', tone: 'quiet' },
  trying: { label: 'First link', tone: 'quiet' },
  tried: { label: 'Review the first link', tone: 'warn' },
  running: { label: 'Running', tone: 'good' },
  paused: { label: 'Paused', tone: 'warn' },
  done: { label: 'Done', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'quiet' },
}

/** Shown for a queued run that doesn't wait for another run. */
export const startingState = { label: 'Starting', tone: 'quiet' } as const

/** Shown for a running run while its service doesn't answer. */
export const waitingState = { label: 'Waiting', tone: 'warn' } as const

/** Returns the number of rows that have been sent and have an outcome. */
export function countFinished({ counts }: Pick<Run, 'counts'>): number {
  return counts.created + counts.failed + counts.unknown
}

/** Returns the number of rows that the run sends: those already sent and those still to be sent. */
export function countCreatable({ counts }: Pick<Run, 'counts'>): number {
  return counts.ready + counts.pending + counts.created + counts.failed + counts.unknown
}

/** Returns the word for what a run does with its links. */
export function runVerb({ change }: Pick<Run, 'change'>): RunVerb {
  if (change === null) return 'created'
  return change.kind === 'undo' ? 'restored' : 'changed'
}

/** Summarizes the outcomes of a run's rows: "218 of 296 created · 3 failed · 4 exist already". */
export function outcomeText(run: Pick<Run, 'counts' | 'change' | 'repeated'>): string {
  const { existing } = run.counts
  const total = countCreatable(run)
  const parts = total > 0 || existing === 0 ? [runCountsText(run.counts, total, runVerb(run))] : []
  if (existing > 0 && run.change !== null)
    parts.push(`${formatNumber(existing)} already ${existing === 1 ? 'matches' : 'match'}`)
  else parts.push(...existingTexts(run))
  return parts.join(' · ')
}

/** Says why rows without an error aren't sent: "4 exist already", "2 repeat another row". */
export function existingTexts({ counts, repeated }: Pick<Run, 'counts' | 'repeated'>): string[] {
  const existing = counts.existing - repeated
  return [
    existing > 0 && `${formatNumber(existing)} ${existing === 1 ? 'exists' : 'exist'} already`,
    repeated > 0 && `${formatNumber(repeated)} ${repeated === 1 ? 'repeats' : 'repeat'} another row`,
  ].filter((text) => text !== false)
}

/** Returns the label of the rows whose link exists, or is created by an earlier row. */
export function existingLabel({ repeated }: Pick<Run, 'repeated'>): string {
  return repeated > 0 ? 'Exist or repeat' : 'Exist already'
}

/** Summarizes what became of uncertain rows: "3 rows resolved. 1 row is still not certain." */
export function settledText({ settled, run }: CallOutput<'runs.settle'>): string {
  const { unknown } = run.counts
  const remaining =
    unknown === 0 ? '' : ` ${formatCount(unknown, 'row')} ${unknown === 1 ? 'is' : 'are'} still not certain.`
  return `${formatCount(settled, 'row')} resolved.${remaining}`
}
