import { rowState } from '../../../../contract/runs/run.ts'
import type { RowState } from '../../../../contract/runs/run.ts'
import type { Tone } from '../../../ui/Callout.tsx'

export const rowStateNames = rowState.options

/** How a row stands, in a word and a colour. */
export const rowStates: Readonly<Record<RowState, { label: string; tone: Tone }>> = {
  ready: { label: 'Ready', tone: 'quiet' },
  faulty: { label: 'Needs a look', tone: 'bad' },
  skipped: { label: 'Left out', tone: 'quiet' },
  pending: { label: 'Being made', tone: 'quiet' },
  created: { label: 'Created', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  unknown: { label: 'Not certain', tone: 'warn' },
}
