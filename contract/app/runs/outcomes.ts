import { catalogue } from '../problems/problemCatalogue.ts'
import type { RowState, RowWarning, RunRow } from './run.ts'

/** The outcomes of rows, as named in results. */
const rowOutcomes: Readonly<Record<RowState, string>> = {
  ready: 'Not sent',
  faulty: 'Not sent',
  skipped: 'Left out',
  existing: 'Already exists',
  pending: 'On its way',
  created: 'Created',
  failed: 'Failed',
  unknown: 'Not certain',
}

/** The columns of results after those of the table. */
export const resultColumns: readonly string[] = ['Link', 'Outcome', 'Reason']

/** Returns a row's original cells and its result. */
export function resultCells(row: RunRow, header: readonly string[]): string[] {
  return [...originalCells(row, header), row.link ?? '', outcomeOf(row), failureReason(row, header)]
}

/** Returns a cell for each column of the table; short rows have fewer. */
export function originalCells({ cells }: RunRow, header: readonly string[]): string[] {
  return header.map((_, index) => cells[index] ?? '')
}

function outcomeOf({ state, warnings }: RunRow): string {
  return state === 'existing' && warnings.length > 0 ? 'Same link as an earlier row' : rowOutcomes[state]
}

/**
 * Returns why a row has no link; empty if it has one. Doesn't include the service's own message, which is only in a
 * problem's details. An error names its column.
 */
export function failureReason(
  { state, errors, problem }: Pick<RunRow, 'state' | 'errors' | 'problem'>,
  header: readonly string[],
): string {
  if (state === 'faulty') return errors.map((error) => namedError(error, header)).join(' ')
  if (problem === null || state === 'created') return ''
  const { title, why } = catalogue[problem.code]
  const messages = problem.fields
    ? Object.entries(problem.fields).map(([path, text]) => `${path}: ${text}`)
    : [why]
  return [`${title}.`, ...messages].join(' ')
}

/** Returns an error with the name of its column: "Address: This address is missing https://." */
export function namedError({ column, text }: RowWarning, header: readonly string[]): string {
  return column === null ? text : `${header[column] || `Column ${String(column + 1)}`}: ${text}`
}
