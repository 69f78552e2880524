import type { DatabaseSync } from 'node:sqlite'
import { isObject } from '../../../../contract/service/json/json.ts'
import { catalogue } from '../../../../contract/app/problems/problemCatalogue.ts'
import type { Problem } from '../../../../contract/app/problems/problem.ts'
import { failureReason, namedError, rowOutcomes } from '../../../../contract/app/runs/outcomes.ts'
import type { RowState, RowWarning, RunRow } from '../../../../contract/app/runs/run.ts'
import { parseJson } from '../../linkRow.ts'
import type { Batch } from '../../step.ts'
import { createEqualRows, type EqualRows } from '../equalLinks.ts'
import { readCellsChangedByRules } from '../readNotes.ts'
import { readRows, selectRunRows, type StoredRow } from '../storedRow.ts'
import { uniqueNames } from '../../../tables/header.ts'

/** A report about the rows of a run. */
export interface RowReport {
  header: string[]
  /** SQL condition that selects its rows. */
  condition: string
  line: (row: StoredResultRow) => string[]
}

/** A row as read for reports. */
export interface StoredResultRow {
  number: number
  cells: string[]
  state: RowState
  errors: RowWarning[]
  /** For a row that repeats an earlier one, that row's link. */
  link: string
  isRepeated: boolean
  problem: Problem | null
  changedByRules: RunRow['changedByRules']
}

/**
 * Returns a report of all rows with their original columns and their result. With `hasRuleChanges`, a last column lists what
 * the profile's rules changed.
 */
export function createResultsReport(columns: readonly string[], hasRuleChanges: boolean): RowReport {
  return {
    header: uniqueNames([
      ...columns,
      'Link',
      'Outcome',
      'Reason',
      ...(hasRuleChanges ? ['Changed by the rules'] : []),
    ]),
    condition: 'TRUE',
    line: (row) => [
      ...[...parseCells(row, columns), row.link, outcomeOf(row), failureReason(row, columns)],
      ...(hasRuleChanges ? [changedByRulesText(row, columns)] : []),
    ],
  }
}

function outcomeOf({ state, isRepeated }: StoredResultRow): string {
  return isRepeated ? 'Same link as an earlier row' : rowOutcomes[state]
}

/** "Campaign: was “Black Friday”. Source: was “Twitter”." */
function changedByRulesText({ changedByRules }: StoredResultRow, columns: readonly string[]): string {
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
      ...parseCells(row, columns),
      row.errors.map((error) => namedError(error, columns)).join(' '),
    ],
  }
}

/** Returns a cell for each column of the table; short rows have fewer. */
function parseCells({ cells }: StoredResultRow, columns: readonly string[]): string[] {
  return columns.map((_, index) => cells[index] ?? '')
}

/** Rows and UTF-16 units per batch. A step consists of several. */
const [batchSize, batchLength] = [25, 100_000]

const reportColumns = [
  ...(['run', 'number', 'cells', 'state', 'request_hash'] as const),
  ...(['errors', 'warnings', 'link', 'problem', 'read_notes'] as const),
] as const
type ReportColumns = Pick<StoredRow, (typeof reportColumns)[number]>

/** Yields the rows of a report in order, in batches. */
export function* readBatches(
  sql: DatabaseSync,
  run: string,
  condition: string,
): Generator<StoredResultRow[]> {
  const query = selectRunRows(sql, reportColumns, condition)
  const { findEarlier } = createEqualRows(sql, 'request_hash')
  for (let after: number | null = 0; after !== null;) {
    const batch: Batch<ReportColumns> = readRows(query.iterate(run, after), batchSize, batchLength)
    yield batch.rows.map((row) => toStoredRow(row, findEarlier))
    after = batch.next
  }
}

/** Parses a row. Damaged parts are empty. */
function toStoredRow(row: ReportColumns, findEarlier: EqualRows['findEarlier']): StoredResultRow {
  const [parsedCells, errors, problem] = [parseJson(row.cells), parseJson(row.errors), parseJson(row.problem)]
  const cells = Array.isArray(parsedCells) ? parsedCells.map(String) : []
  const isRepeated = row.state === 'existing' && row.warnings !== '[]'
  const link = row.link ?? (isRepeated ? findEarlier(row)?.link : null)
  const isKnown = isObject(problem) && typeof problem['code'] === 'string' && problem['code'] in catalogue
  return {
    number: row.number,
    cells,
    state: row.state,
    errors: Array.isArray(errors) ? (errors as RowWarning[]) : [],
    link: link ?? '',
    isRepeated,
    problem: isKnown ? (problem as unknown as Problem) : null,
    changedByRules: readCellsChangedByRules(row.read_notes, cells),
  }
}
