import type { RowState } from './run.ts'

/** The outcome of a row as the file of results names it. */
export const rowOutcomes: Readonly<Record<RowState, string>> = {
  ready: 'Not sent',
  faulty: 'Not sent',
  skipped: 'Left out',
  existing: 'Exists already',
  pending: 'On its way',
  created: 'Created',
  failed: 'Failed',
  unknown: 'Unknown',
}
