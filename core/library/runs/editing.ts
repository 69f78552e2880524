import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import type { ValidationStandards } from '../../../contract/app/runs/rowValidator.ts'
import { createSequence } from '../../folder/ownFile.ts'
import type { Database } from '../openDatabase.ts'
import { getRequestHashes } from '../requestHashes.ts'
import { forEachInSteps } from '../step.ts'
import type { TableQuery } from '../tableRows.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { createBulkEdits } from './bulkEdits.ts'
import { editRow } from './cellHistory.ts'
import { createEqualRows, createLaterFinder } from './equalLinks.ts'
import { readEditableRun, type PreparedRun } from './preparedRun.ts'
import { createRowChecker } from './rowChecker.ts'
import { createPathRows } from './paths/pathRows.ts'
import type { RunVocabulary } from './runVocabulary.ts'
import { createRowReader, isEditable, selectStoredRows, type StoredRow } from './storedRow.ts'
import { foldPath } from '../../../contract/service/path/ownPath.ts'
import type { PathCheck } from './paths/judge.ts'

type Cells = ParsedInput<'runs.edit'>['cells']
type SkipInput = Pick<ParsedInput<'runs.skip'>, 'which' | 'skip'>

/** Edits rows of a run in place. */
export type Editing = ReturnType<typeof createEditing>

export function createEditing(database: Database, words: RunVocabulary) {
  const { sql } = database
  const selectRow = selectStoredRows(sql, `WHERE run = ? AND number = ? AND ${isEditable}`)
  const toRow = createRowReader(sql)
  const { write: writeCells, ...bulkEdits } = createBulkEdits(database)
  const changeRows = createRowChanger(database, words, selectRow)
  /** Changes rows in short transactions, so that other calls are answered in between. */
  const changeInSteps = async <R>(
    { id, standards, rows }: { id: string; standards: ValidationStandards; rows: readonly R[] },
    work: (row: R, change: Change) => void,
  ) => {
    const inStep = (step: (change: Change) => unknown) => changeRows(id, standards, step)
    await forEachInSteps(rows, inStep, work)
  }
  // Most paths are free, which changes nothing else.
  const markFree = sql.prepare(
    `UPDATE run_rows SET path_check = ? WHERE run = ? AND number = ? AND own_path = ? AND state = 'ready'`,
  )
  return {
    /** Changes cells and checks their rows. */
    edit: async (id: string, cells: Cells, standards: ValidationStandards) => {
      const byRow = Map.groupBy(cells, ({ number }) => number)
      const rows = [...byRow].map(([number, edits]) => ({ number, edits }))
      const changedRows: StoredRow[] = []
      await changeInSteps({ id, standards, rows }, ({ number, edits }, { run, change }) => {
        const row = selectRow.get(id, number)
        const known = edits.filter(({ column }) => column < run.header.length)
        if (row && known.length > 0) changedRows.push(change(row, editRow(row, known)))
      })
      return changedRows.map(toRow)
    },
    ...bulkEdits,
    ...createPathRows(database, writeCells),
    /** Saves what the service said about the paths of rows, except those whose path has changed. */
    savePathChecks: (id: string, rows: readonly CheckedRow[], standards: ValidationStandards) =>
      changeInSteps({ id, standards, rows }, ({ number, path, check }, { change }) => {
        const [text, folded] = [JSON.stringify(check), foldPath(path)]
        const row = check.state === 'free' ? undefined : selectRow.get(id, number)
        if (check.state === 'free') markFree.run(text, id, number, folded)
        else if (row?.own_path === folded) change(row, { ...row, path_check: text })
      }),
    /** Skips rows, or includes and checks them again. */
    skip: (id: string, { which, skip }: SkipInput, standards: ValidationStandards) => {
      const rows = which.map((number) => ({ number }))
      return changeInSteps({ id, standards, rows }, ({ number }, { change }) => {
        const row = selectRow.get(id, number)
        if (row && (row.state === 'skipped') !== skip)
          change(row, { ...row, state: skip ? 'skipped' : 'faulty' })
      })
    },
  }
}

interface Change {
  run: PreparedRun
  /** Checks a changed row and updates duplicate warnings. */
  change: (oldRow: StoredRow, row: StoredRow) => StoredRow
}

/** Returns a function that runs work in one transaction, with a checker for the current mapping, after earlier work. */
function createRowChanger(database: Database, words: RunVocabulary, selectRow: TableQuery<StoredRow>) {
  const { sql } = database
  const hashes = getRequestHashes(sql)
  const findLater = createLaterFinder(createEqualRows(sql, 'request_hash'), createEqualRows(sql, 'own_path'))
  /** Reading words takes turns, in which a later edit could overtake. */
  const inOrder = createSequence()
  return <T>(id: string, standards: ValidationStandards, work: (change: Change) => T): Promise<T> =>
    inOrder(async () => {
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
    })
}

/** What the service said about the path of a row. */
export interface CheckedRow {
  number: number
  path: string
  check: PathCheck
}
