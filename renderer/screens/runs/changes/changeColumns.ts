import type { Run } from '../../../../contract/app/runs/run.ts'
import type { GridColumn } from '../rows/columns.ts'
import type { RowStates } from '../rows/rowStates.ts'
import { replacementOf, runVerb } from '../shared/runStates.ts'
import { changeSides, linkText, rowReason } from './changeTexts.ts'

/** Returns the columns of a change run. The last one also shows all errors and warnings. */
export const createChangeColumns = (run: Pick<Run, 'change'>): GridColumn[] => [
  { key: 'link', label: 'Link', cell: null, width: 190, isAddress: true, text: linkText },
  { key: 'title', label: 'Title', cell: null, width: 120, text: ({ title }) => title ?? '' },
  { key: 'from', label: 'From', cell: null, width: 230, text: (row) => changeSides(row).from },
  {
    ...{ key: 'to', label: 'To, or reason', cell: null, width: 230, hasMessages: true },
    text: (row) => rowReason(row, run) || changeSides(row).to,
  },
]

/**
 * Returns the labels of row states in a change run. Before the dry run is complete, `faulty` includes rows that weren't
 * looked up yet.
 */
export function changeStates(run: Pick<Run, 'change' | 'checked'>): RowStates {
  const isUndo = runVerb(run) === 'restored'
  return {
    ready: { label: isUndo ? 'To restore' : 'To change', tone: 'quiet' },
    faulty: run.checked ? { label: 'Can’t change', tone: 'bad' } : { label: 'Not ready', tone: 'quiet' },
    skipped: { label: 'Left out', tone: 'quiet', isStruck: true },
    existing: { label: replacementOf(run) ? 'Nothing to replace' : 'Already matches', tone: 'quiet' },
    pending: { label: 'Being sent', tone: 'quiet' },
    created: { label: isUndo ? 'Restored' : 'Changed', tone: 'good' },
    failed: { label: isUndo ? 'Not restored' : 'Not changed', tone: 'bad' },
    unknown: { label: 'Not certain', tone: 'warn' },
  }
}
