import type { RowState } from './run.ts'

/** Row states as written in the results file. */
export const rowOutcomes: Readonly<Record<RowState, string>> = {
  ready: 'Not sent',
  faulty: 'Not sent',
  skipped: 'Left out',
  pending: 'On its way',
  created: 'Created',
  failed: 'Failed',
  unknown: 'Unknown',
}
