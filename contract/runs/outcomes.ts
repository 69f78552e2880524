import type { RowState } from './run.ts'

/** What became of a row, in the words of the file of results. */
export const rowOutcomes: Readonly<Record<RowState, string>> = {
  ready: 'Not sent',
  faulty: 'Not sent',
  skipped: 'Left out',
  pending: 'On its way',
  created: 'Created',
  failed: 'Failed',
  unknown: 'Unknown',
}
