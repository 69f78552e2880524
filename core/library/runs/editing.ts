import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import { causeFilter } from '../../../contract/app/calls/runs/runs.ts'
import type { ValidationStandards } from '../../../contract/app/runs/rowValidator.ts'
import type { Database } from '../openDatabase.ts'
import { getRequestHashes } from '../requestHashes.ts'
import { processRows, startStep, type Batch } from '../step.ts'
import type { TableQuery } from '../tableRows.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { createBulkEdits } from './bulkEdits.ts'
import { editRow } from './cellHistory.ts'
import { createEqualRows, createLaterFinder } from './equalLinks.ts'
import { readEditableRun, type PreparedRun } from './preparedRun.ts'
import { causesOfRow, rowsWithProblems, rowsWithWarnings } from './rowCauses.ts'
import { createRowChecker } from './rowChecker.ts'
import { savePathChecks, type CheckedRow } from './paths/saveChecks.ts'
import { conflictCondition, createPathRows } from './paths/pathRows.ts'
import type { RunVocabulary } from './runVocabulary.ts'
import { createRowReader, editableStates, readRows, selectStoredRows, type StoredRow } from './storedRow.ts'

type Cells = ParsedInput<'runs.edit'>['cells']
type SkipInput = Pick<ParsedInput<'runs.skip'>, 'which' | 'skip'>

/** Edits rows of a run in place. */
export type Editing = ReturnType<typeof createEditing>

/** Rows per transaction. */
const batchSize = 500

/**
 * Returns a function that begins each change after the one before it: reading words takes turns, in which a later edit could
 * overtake.
 */
function createOrder() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(change: () => Promise<T>): Promise<T> => {
    const result = last.then(change)
    last = result.catch(() => undefined)
    return result
  }
}

export function createEditing(database: Database, words: RunVocabulary) {
  const { sql } = database
  const selectRow = selectStoredRows(sql, `WHERE run = ? AND number = ? AND state IN (${editableStates})`)
  const skippedRows = createSkippedRows()
  const toRow = createRowReader(sql)
  const equalRows = createEqualRows(sql, 'request_hash')
  const equalPaths = createEqualRows(sql, 'own_path')
  const findLater = createLaterFinder(equalRows, equalPaths)
  const chooseRows = createRowChooser(sql, selectRow, skippedRows)
  const hashes = getRequestHashes(sql)
  /** Runs work in one transaction, with a checker for the current mapping. */
  const changeRows = async <T>(
    id: string,
    standards: ValidationStandards,
    work: (change: Change) => T,
  ): Promise<T> => {
    if (!hashes.isDone()) await hashes.finish()
    const vocabulary = await words.get(readEditableRun(database, id))
    return runInTransaction(sql, () => {
      const run = readEditableRun(database, id)
      const check = createRowChecker({ sql, run, standards, vocabulary })
      const change = (oldRow: StoredRow, row: StoredRow) => {
        const checkedRow = check(row, oldRow)
        for (const number of findLater(oldRow, row, checkedRow)) {
          const laterRow = selectRow.get(id, number)
          if (laterRow) check(laterRow)
        }
        return checkedRow
      }
      return work({ run, change })
    })
  }
  const inOrder = createOrder()
  const { write: writeCells, ...bulkEdits } = createBulkEdits(database)
  const withChecker = <T>(id: string, standards: ValidationStandards, work: (change: Change) => T) =>
    inOrder(() => changeRows(id, standards, work))
  return {
    /** Changes cells and checks their rows. */
    edit: async (id: string, cells: Cells, standards: ValidationStandards) => {
      const rows = await editCells(
        cells,
        (work) => withChecker(id, standards, work),
        (number) => selectRow.get(id, number),
      )
      return rows.map(toRow)
    },
    ...bulkEdits,
    ...createPathRows(database, writeCells),
    /** Saves what the service said about the paths of rows, except those whose path has changed. */
    savePathChecks: (id: string, checks: readonly CheckedRow[], standards: ValidationStandards) =>
      savePathChecks(sql, { id, checks }, (save) =>
        withChecker(id, standards, ({ change }) =>
          save((number, path, text) => {
            const row = selectRow.get(id, number)
            if (row?.own_path === path) change(row, { ...row, path_check: text })
          }),
        ),
      ),
    /** Skips a batch of rows, or includes and checks them again. */
    skip: (id: string, { which, skip }: SkipInput, after: number, standards: ValidationStandards) =>
      withChecker(id, standards, ({ change }) => {
        const isOver = startStep()
        const changed: StoredRow[] = []
        const { next } = processRows(chooseRows(id, which, after), isOver, (row) => {
          if ((row.state === 'skipped') === skip) return
          change(row, { ...row, state: skip ? 'skipped' : 'faulty' })
          changed.push(row)
        })
        if ('all' in which) skippedRows.add(which.change, changed)
        return { rows: changed.length, next }
      }),
  }
}

/** Returns a function that returns the next rows to skip or to include again. */
function createRowChooser(
  sql: Database['sql'],
  selectRow: TableQuery<StoredRow>,
  skippedRows: ReturnType<typeof createSkippedRows>,
) {
  return (id: string, which: SkipInput['which'], after: number): Batch<StoredRow> => {
    const selectByNumber = (numbers: readonly number[]) =>
      numbers.flatMap((number) => selectRow.get(id, number) ?? [])
    if (Array.isArray(which)) {
      const ascending = which.toSorted((a, b) => a - b)
      return { rows: selectByNumber(ascending.filter((number) => number > after)), next: null }
    }
    if ('all' in which) return readRowsToSkip(sql, id, which.all, after)
    const { numbers, next } = skippedRows.readBatch(which.change, after)
    return { rows: selectByNumber(numbers), next }
  }
}

interface Change {
  run: PreparedRun
  /** Checks a changed row and updates duplicate warnings. */
  change: (oldRow: StoredRow, row: StoredRow) => StoredRow
}

/** Edits cells in short transactions, so that other calls are answered in between. Returns the changed rows. */
async function editCells(
  cells: Cells,
  withChecker: <T>(work: (change: Change) => T) => Promise<T>,
  selectRow: (number: number) => StoredRow | undefined,
): Promise<StoredRow[]> {
  const byRow = Map.groupBy(cells, ({ number }) => number)
  const editedRows = [...byRow].map(([number, edits]) => ({ number, edits }))
  const changedRows: StoredRow[] = []
  for (let doneCount = 0; doneCount < editedRows.length;) {
    if (doneCount > 0) await nextTurn()
    const remaining = { rows: editedRows.slice(doneCount), next: null }
    const { rows } = await withChecker(({ run, change }) =>
      processRows(remaining, startStep(), ({ number, edits }) => {
        const row = selectRow(number)
        const known = edits.filter(({ column }) => column < run.header.length)
        if (row && known.length > 0) changedRows.push(change(row, editRow(row, known)))
      }),
    )
    doneCount += rows.length
  }
  return changedRows
}

const skippedKinds = {
  faulty: 'request IS NULL',
  withWarnings: rowsWithWarnings,
  conflicts: conflictCondition,
}

type Skipped = Extract<SkipInput['which'], { all: unknown }>['all']

/** Returns a batch of the rows to skip. */
function readRowsToSkip(sql: Database['sql'], id: string, all: Skipped, after: number): Batch<StoredRow> {
  const cause = all.startsWith(causeFilter) ? all.slice(causeFilter.length) : null
  const kind = cause === null ? skippedKinds[all as keyof typeof skippedKinds] : rowsWithProblems
  const select = `WHERE run = ? AND number > ? AND ${kind} AND state IN ('ready', 'faulty', 'existing') ORDER BY number`
  const batch = readRows(selectStoredRows(sql, select).iterate(id, after), batchSize)
  return cause === null ? batch : { ...batch, rows: batch.rows.filter((row) => causesOfRow(row).has(cause)) }
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
