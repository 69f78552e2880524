import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import type { Replacement } from '../../../../contract/app/link/change/replaceInLink.ts'
import type { Run, RunState } from '../../../../contract/app/runs/run.ts'
import { runCountsText, type RunVerb } from '../../../features/jobs/runCounts.ts'
import { formatCount } from '../../../ui/formatCount.ts'
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

/** Shown for a run that has sent rows and was then reopened, so that its other rows can be changed and sent. */
export const reopenedState = { label: 'Not finished', tone: 'warn' } as const

/** Whether a run has sent rows and was then reopened. */
export function isReopened(run: Pick<Run, 'state' | 'counts'>): boolean {
  return run.state === 'preparing' && countFinished(run) > 0
}

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

/** Returns the text that a run replaces; `null` if it makes another change. */
export function replacementOf({ change }: Pick<Run, 'change'>): Replacement | null {
  return change?.kind === 'same' ? (change.change.replace ?? null) : null
}

/** Returns a clause for each number of rows, except for 0: "3 failed", "1 is not certain". */
export function countClauses(
  ...counts: readonly (readonly [count: number, one: string, many?: string])[]
): string[] {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, many = one]) => formatCount(count, one, many))
}

/** Summarizes the outcomes of a run's rows: "218 of 296 created · 3 failed · 4 exist already". */
export function outcomeText(run: Pick<Run, 'counts' | 'change' | 'repeated'>): string {
  const { existing } = run.counts
  const total = countCreatable(run)
  const parts = total > 0 || existing === 0 ? [runCountsText(run.counts, total, runVerb(run))] : []
  const others =
    run.change === null ? existingTexts(run) : countClauses([existing, 'already matches', 'already match'])
  return [...parts, ...others].join(' · ')
}

/** Summarizes a reopened run, whose faulty rows are still to be sent: "116 of 119 created · 3 to fix". */
export function reopenedText(run: Pick<Run, 'counts' | 'change'>): string {
  const { faulty } = run.counts
  const created = runCountsText(run.counts, countCreatable(run) + faulty, runVerb(run))
  return [created, ...countClauses([faulty, 'to fix'])].join(' · ')
}

/** Says why rows without an error aren't sent: "4 exist already", "2 repeat another row". */
export function existingTexts({ counts, repeated }: Pick<Run, 'counts' | 'repeated'>): string[] {
  return countClauses(
    [counts.existing - repeated, 'exists already', 'exist already'],
    [repeated, 'repeats another row', 'repeat another row'],
  )
}

/** Returns the label of the rows whose link exists, or is created by an earlier row. */
export function existingLabel({ repeated }: Pick<Run, 'repeated'>): string {
  return repeated > 0 ? 'Exist or repeat' : 'Exist already'
}

/** Summarizes what became of uncertain rows: "3 rows resolved. 1 row is still not certain." */
export function settledText({ settled, run }: CallOutput<'runs.settle'>): string {
  const { unknown } = run.counts
  const remaining = countClauses([unknown, 'row is still not certain', 'rows are still not certain'])
  return [`${formatCount(settled, 'row')} resolved`, ...remaining].map((text) => `${text}.`).join(' ')
}
