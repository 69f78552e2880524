import type { DatabaseSync } from 'node:sqlite'
import type { ParsedInput } from '../../../contract/calls.ts'
import type { FixTarget } from '../../../contract/calls/runs.ts'
import type { ValidationStandards } from '../../../contract/runs/rowValidator.ts'
import type { RunRow } from '../../../contract/runs/run.ts'
import { pick } from '../../../contract/link/fields.ts'
import type { Database } from '../openDatabase.ts'
import { selectRows, tableColumns } from '../tableRows.ts'
import { runInTransaction } from '../transaction.ts'
import type { DuplicateIndex } from './duplicateIndex.ts'
import { createCellHistory, editRow } from './cellHistory.ts'
import type { CellHistory } from './cellHistory.ts'
import { countFixable, findFixes } from './fixes.ts'
import type { ChangedRows } from './rowsChanged.ts'
import type { LibraryLinksCache } from './libraryLinks.ts'
import { readEditableRun } from './preparedRun.ts'
import type { PreparedRun } from './preparedRun.ts'
import { createRowChecker } from './rowChecker.ts'
import type { VocabularyCache } from './vocabularyCache.ts'
import { editableStates, parseCells, readRows, selectStoredRows, toRunRow } from './storedRow.ts'
import type { StoredRow } from './storedRow.ts'

type Cells = ParsedInput<'runs.edit'>['cells']
type Replacement = Pick<ParsedInput<'runs.replace'>, 'column' | 'text' | 'by'>
type SkipInput = Pick<ParsedInput<'runs.skip'>, 'which' | 'skip'>

/** Edits rows of a run in place. */
export interface Editing {
  /** Changes cells and checks their rows. */
  edit: (run: string, cells: Cells, standards: ValidationStandards) => Promise<RunRow[]>
  /** Counts the rows of a batch that `replace` would change. */
  countMatching: (run: string, which: Omit<Replacement, 'by'>, after: number) => ChangedRows
  /** Replaces cells in a batch of rows, as part of a change. If any changed, all rows must be checked again. */
  replace: (run: string, change: string, replacement: Replacement, after: number) => ChangedRows
  /** Counts the cells of a batch that `fix` would change, and those that only lack `https://`. */
  countFixable: (run: string, target: FixTarget, after: number) => ChangedRows & { missingScheme: number }
  /** Fixes the addresses or mediums in a batch of rows, as part of a change. If any changed, all rows must be checked again. */
  fix: (run: string, change: string, target: FixTarget, after: number) => ChangedRows
  /** Undoes a change for one batch of rows. If any cell changed, all rows must be checked again. */
  restore: CellHistory['restore']
  /** Skips a batch of rows, or includes and checks them again. */
  skip: (
    run: string,
    skipping: SkipInput,
    after: number,
    standards: ValidationStandards,
  ) => Promise<ChangedRows>
}

/** Rows per transaction, and rows scanned per step. */
const [batchSize, scanSize] = [500, 5_000]

/** The rows that can be changed. */
const editableRows = `state IN (${editableStates})`

export function createEditing(
  database: Database,
  words: VocabularyCache,
  duplicates: DuplicateIndex,
  getLibraryLinks: LibraryLinksCache,
): Editing {
  const { sql } = database
  const selectRow = selectStoredRows(sql, `WHERE run = ? AND number = ? AND ${editableRows}`)
  const skippedRows = createSkippedRows()
  const { findEarlier } = duplicates

  const inTransaction = <T>(id: string, work: () => T): T => {
    try {
      return runInTransaction(sql, work)
    } catch (error) {
      duplicates.forget(id)
      throw error
    }
  }
  /** Runs work in one transaction, with a checker for the current mapping. */
  const withChecker = async <T>(
    id: string,
    standards: ValidationStandards,
    work: (change: Change) => T,
  ): Promise<T> => {
    const vocabulary = await words.get(readEditableRun(database, id))
    await duplicates.load(id)
    return inTransaction(id, () => {
      const run = readEditableRun(database, id)
      const library = getLibraryLinks(run)
      const { check } = createRowChecker({ sql, run, standards, vocabulary, library, findEarlier })
      const change = (oldRow: StoredRow, row: StoredRow) => {
        const checkedRow = check(row, oldRow)
        duplicates.change(oldRow, checkedRow)
        return checkedRow
      }
      return work({ run, change })
    })
  }
  return {
    edit: (id, cells, standards) =>
      withChecker(id, standards, ({ run, change }) => {
        const rowEdits = cells.filter(({ column }) => column < run.header.length)
        const byRow = Map.groupBy(rowEdits, ({ number }) => number)
        const changed = [...byRow].flatMap(([number, edits]) => {
          const row = selectRow.get(id, number)
          return row ? [change(row, editRow(row, edits))] : []
        })
        return changed.map((row) => toRunRow(row, findEarlier))
      }),
    ...createBulkEdits(database, inTransaction),
    skip: (id, { which, skip }, after, standards) =>
      withChecker(id, standards, ({ change }) => {
        const selectByNumber = (numbers: readonly number[]) =>
          numbers.flatMap((number) => selectRow.get(id, number) ?? [])
        const chooseRows = () => {
          if (Array.isArray(which)) return { rows: selectByNumber(which), next: null }
          if ('all' in which)
            return readRows(selectStoredRows(sql, rowsToSkip(which.all)).iterate(id, after), batchSize)
          const { numbers, next } = skippedRows.readBatch(which.change, after)
          return { rows: selectByNumber(numbers), next }
        }
        const { rows: chosen, next } = chooseRows()
        const rows = chosen.filter((row) => (row.state === 'skipped') !== skip)
        for (const row of rows) change(row, { ...row, state: skip ? 'skipped' : 'faulty' })
        if ('all' in which) skippedRows.add(which.change, rows)
        return { rows: rows.length, next }
      }),
  }
}

/** Creates the bulk operations, which work in batches and can be undone. */
function createBulkEdits(
  database: Database,
  inTransaction: <T>(run: string, work: () => T) => T,
): Pick<Editing, 'countMatching' | 'replace' | 'countFixable' | 'fix' | 'restore'> {
  const { sql } = database
  const history = createCellHistory(sql)
  return {
    countMatching: (id, which, after) => {
      const { header } = readEditableRun(database, id)
      if (which.column >= header.length) return { rows: 0, next: null }
      const { rows, next } = findMatchingRows(sql, id, which, after)
      return { rows: rows.length, next }
    },
    replace: (id, change, { by, ...which }, after) =>
      inTransaction(id, () => {
        const { header } = readEditableRun(database, id)
        if (which.column >= header.length) return { rows: 0, next: null }
        const { rows, next } = findMatchingRows(sql, id, which, after)
        const edits = [{ column: which.column, text: by }]
        history.write(
          id,
          change,
          rows.map((row) => ({ row, edits })),
        )
        return { rows: rows.length, next }
      }),
    countFixable: (id, target, after) => countFixable(sql, readEditableRun(database, id), target, after),
    fix: (id, change, target, after) =>
      inTransaction(id, () => {
        const { fixableRows, next } = findFixes(sql, readEditableRun(database, id), target, after)
        history.write(id, change, fixableRows, { isByRules: target === 'rules' || target === 'addressRules' })
        return { rows: fixableRows.reduce((sum, { edits }) => sum + edits.length, 0), next }
      }),
    restore: (id, change, after) =>
      inTransaction(id, () => history.restore(readEditableRun(database, id).id, change, after)),
  }
}

interface Change {
  run: PreparedRun
  /** Checks a changed row and updates duplicate warnings. */
  change: (oldRow: StoredRow, row: StoredRow) => StoredRow
}

/** Returns a selection of the rows to skip. */
function rowsToSkip(all: 'faulty' | 'withWarnings'): string {
  const kind = all === 'faulty' ? 'request IS NULL' : `remarks <> '[]'`
  return `WHERE run = ? AND number > ? AND ${kind} AND state IN ('ready', 'faulty', 'existing') ORDER BY number`
}

/** Maximum number of changes whose skipped rows are recorded. */
const maxKnownChanges = 10

/** Records which rows a change skipped, so that undoing it doesn't include rows that were skipped before. */
function createSkippedRows() {
  const changes = new Map<string, number[]>()
  return {
    add: (change: string, rows: readonly StoredRow[]) => {
      const numbers = changes.get(change) ?? []
      for (const { number } of rows) numbers.push(number)
      changes.set(change, numbers)
      const [oldest] = changes.keys()
      if (oldest !== undefined && changes.size > maxKnownChanges) changes.delete(oldest)
    },
    /** Returns a batch of the rows that a change skipped. */
    readBatch: (change: string, after: number) => {
      const remaining = (changes.get(change) ?? []).filter((number) => number > after)
      const numbers = remaining.slice(0, batchSize)
      return { numbers, next: remaining.length > numbers.length ? (numbers.at(-1) ?? null) : null }
    },
  }
}

/** Returns the rows of a batch whose cell has a text. */
function findMatchingRows(
  sql: DatabaseSync,
  id: string,
  { column, text }: Omit<Replacement, 'by'>,
  after: number,
) {
  const selectCells = selectRows(
    sql,
    pick(tableColumns.run_rows, ['number', 'cells', 'noted']),
    `FROM run_rows WHERE run = ? AND number > ? AND ${editableRows} ORDER BY number`,
  )
  const { rows, next } = readRows(selectCells.iterate(id, after), scanSize)
  return { rows: rows.filter((row) => (parseCells(row)[column] ?? '') === text), next }
}
