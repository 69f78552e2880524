import type { Run, RunState } from '../../../../contract/runs/run.ts'
import type { Tone } from '../../../ui/Callout.tsx'

/** How a run stands, in a word and a colour. */
export const runStates: Readonly<Record<RunState, { label: string; tone: Tone }>> = {
  preparing: { label: 'Not started', tone: 'quiet' },
  queued: { label: 'Waiting its turn', tone: 'quiet' },
  trying: { label: 'First link', tone: 'quiet' },
  tried: { label: 'Wants a look', tone: 'warn' },
  running: { label: 'Running', tone: 'good' },
  paused: { label: 'Paused', tone: 'warn' },
  done: { label: 'Done', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'quiet' },
}

/** How many rows were sent and have an end. */
export function countFinished({ counts }: Pick<Run, 'counts'>): number {
  return counts.created + counts.failed + counts.unknown
}

/** How many rows are to become links, or have. */
export function countCreatable({ counts }: Pick<Run, 'counts'>): number {
  return counts.ready + counts.pending + counts.created + counts.failed + counts.unknown
}
