import { rowState, type RowState, type RunRow } from '../../../../contract/app/runs/run.ts'
import type { Tone } from '../../../ui/Callout.tsx'
import { shorten } from '../../../ui/shorten.ts'

export const rowStateNames = rowState.options

/** The label and colour of each row state, and whether its rows are struck through. */
export type RowStates = Readonly<Record<RowState, { label: string; tone: Tone; isStruck?: boolean }>>

/** The states of rows in a run that creates links. */
export const rowStates: RowStates = {
  ready: { label: 'Ready', tone: 'quiet' },
  faulty: { label: 'Error', tone: 'bad' },
  skipped: { label: 'Left out', tone: 'quiet', isStruck: true },
  existing: { label: 'Already exists', tone: 'quiet', isStruck: true },
  pending: { label: 'Being created', tone: 'quiet' },
  created: { label: 'Created', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  unknown: { label: 'Not certain', tone: 'warn' },
}

/** Whether an earlier row creates the link of a row. A row whose link is in the library has no warnings. */
export function isRepeated({ state, warnings }: Pick<RunRow, 'state' | 'warnings'>): boolean {
  return state === 'existing' && warnings.length > 0
}

/** Returns the label of a row's state. */
export function stateLabel(row: RunRow, states: RowStates): string {
  return isRepeated(row) ? 'Repeats a row' : states[row.state].label
}

/** Returns the note for a cell that the rules changed: "Was “Black Friday”. Changed by the rules." */
export function changedByRulesText(before: string): string {
  return before === ''
    ? 'Was empty. Filled by the rules.'
    : `Was “${shorten(before, 80)}”. Changed by the rules.`
}
