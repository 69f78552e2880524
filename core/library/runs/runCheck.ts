import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Mapping } from '../../../contract/app/runs/mapping/mapping.ts'
import type { ValidationStandards } from '../../../contract/app/runs/rowValidator.ts'
import { requireRoomFor } from '../../folder/freeSpace.ts'
import type { Database } from '../openDatabase.ts'
import { getRequestHashes } from '../requestHashes.ts'
import { runInUnsyncedTransaction, runInTransaction } from '../../../sqlite/transaction.ts'
import { countRows } from '../tableRows.ts'
import { readEditableRun, setChecked, type PreparedRun } from './preparedRun.ts'
import { createRowChecker, type RowChecker } from './rowChecker.ts'
import type { RunVocabulary } from './runVocabulary.ts'
import { isEditable, maxVisitedLength, selectStoredRows, visitRows } from './storedRow.ts'

/** Progress of a check: the number of checked rows. */
export interface CheckedBatch {
  done: number
  isLast: boolean
}

interface CheckState {
  run: string
  standards: ValidationStandards
  /** The last checked row, and the mapping used so far. */
  after: number
  mapping: Mapping | null
  checker: RowChecker | null
  done: number
}

/**
 * Checks all rows of a run with its mapping, in steps. The run is marked `checked` after the last one.
 */
export function createRunCheck(database: Database, words: RunVocabulary) {
  const { sql, backfill } = database
  const checks = new Map<string, CheckState>()
  const hashes = getRequestHashes(sql)
  const rows = selectStoredRows(sql, `WHERE run = ? AND number > ? AND ${isEditable} ORDER BY number`)
  /** A changed mapping restarts the check from the first row. */
  const getChecker = async (check: CheckState, run: PreparedRun) => {
    if (check.checker && isDeepStrictEqual(check.mapping, run.mapping)) return check.checker
    const vocabulary = await words.read(run)
    const checker = createRowChecker({ sql, run, standards: check.standards, vocabulary })
    Object.assign(check, { after: 0, done: 0, mapping: run.mapping, checker })
    return checker
  }
  const checkBatch = (id: string, check: CheckState, checker: RowChecker): CheckedBatch => {
    const run = readEditableRun(database, check.run)
    // The next batch starts over.
    if (!isDeepStrictEqual(run.mapping, check.mapping)) return { done: 0, isLast: false }
    requireRoomFor(sql, 8 * maxVisitedLength)
    const next = runInUnsyncedTransaction(sql, () =>
      visitRows(rows, check.run, check.after, (row) => {
        checker(row)
        check.done++
      }),
    )
    check.after = next ?? check.after
    if (next === null) {
      runInTransaction(sql, () => setChecked(sql, check.run, true))
      checks.delete(id)
    }
    return { done: check.done, isLast: next === null }
  }
  return {
    /** Starts a new check, which replaces any other check of the run. Returns the number of rows. */
    begin: (id: string, standards: ValidationStandards) => {
      readEditableRun(database, id)
      setChecked(sql, id, false)
      for (const [otherCheck, { run }] of checks) if (run === id) checks.delete(otherCheck)
      const check = randomUUID()
      checks.set(check, { run: id, standards, after: 0, mapping: null, checker: null, done: 0 })
      return { check, rows: countRows(sql, 'FROM run_rows WHERE run = ?', id) }
    },
    next: async (id: string) => {
      await nextTurn()
      // No row may count as ready before it could be compared with every link.
      if (!hashes.isDone()) await hashes.finish()
      // Links of colleagues are found in the derived data.
      await backfill.catchUp()
      const check = checks.get(id)
      // Another check has started, or the thread was restarted. The run records whether it was checked.
      if (!check) return { done: 0, isLast: true }
      const checker = await getChecker(check, readEditableRun(database, check.run))
      return checks.get(id) === check ? checkBatch(id, check, checker) : { done: 0, isLast: true }
    },
    /** Ends a cancelled check. */
    end: (id: string) => void checks.delete(id),
  }
}
