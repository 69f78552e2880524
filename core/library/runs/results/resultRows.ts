import type { DatabaseSync } from 'node:sqlite'
import {
  namedError,
  originalCells,
  resultCells,
  resultColumns,
} from '../../../../contract/app/runs/outcomes.ts'
import type { RunRow } from '../../../../contract/app/runs/run.ts'
import type { Batch } from '../../step.ts'
import { createRowReader, readRows, selectStoredRows, type StoredRow } from '../storedRow.ts'
import { uniqueNames } from '../../../tables/header.ts'

/** A report about the rows of a run. */
export interface RowReport {
  header: string[]
  /** SQL condition that selects its rows. */
  condition: string
  line: (row: RunRow) => string[]
}

/**
 * Returns a report of all rows with their original columns and their result. With `hasRuleChanges`, a last column lists what
 * the profile's rules changed.
 */
export function createResultsReport(columns: readonly string[], hasRuleChanges: boolean): RowReport {
  const changes = hasRuleChanges ? ['Changed by the rules'] : []
  return {
    header: uniqueNames([...columns, ...resultColumns, ...changes]),
    condition: 'TRUE',
    line: (row) => [...resultCells(row, columns), ...changes.map(() => changedByRulesText(row, columns))],
  }
}

/** "Campaign: was “Black Friday”. Source: was “Twitter”." */
function changedByRulesText({ changedByRules }: RunRow, columns: readonly string[]): string {
  const formatBefore = (before: string) => (before === '' ? 'was empty' : `was “${before}”`)
  return changedByRules
    .map(({ column, before }) => `${columns[column] ?? ''}: ${formatBefore(before)}.`)
    .join(' ')
}

/**
 * Whether the profile's rules changed cells of a run. Quotes within texts are escaped, so the pattern only matches the
 * key.
 */
export function hasCellsChangedByRules(sql: DatabaseSync, run: string): boolean {
  const row = sql
    .prepare(`SELECT 1 FROM run_rows WHERE run = ? AND read_notes LIKE '%"changedByRules":[{%' LIMIT 1`)
    .get(run)
  return row !== undefined
}

/** Returns a report of the rows with errors: their original columns, to fix and upload again, and the reasons. */
export function createErrorsReport(columns: readonly string[], condition: string): RowReport {
  return {
    header: uniqueNames([...columns, 'Reasons']),
    condition,
    line: (row) => [
      ...originalCells(row, columns),
      row.errors.map((error) => namedError(error, columns)).join(' '),
    ],
  }
}

/** Rows and UTF-16 units per batch. A step consists of several. */
const [batchSize, batchLength] = [25, 100_000]

/** Yields the rows of a report in order, in batches. */
export function* readBatches(sql: DatabaseSync, run: string, condition: string): Generator<RunRow[]> {
  const query = selectStoredRows(sql, `WHERE run = ? AND number > ? AND ${condition} ORDER BY number`)
  const toRow = createRowReader(sql)
  for (let after: number | null = 0; after !== null;) {
    const { rows, next }: Batch<StoredRow> = readRows(query.iterate(run, after), batchSize, batchLength)
    yield rows.map(toRow)
    after = next
  }
}
