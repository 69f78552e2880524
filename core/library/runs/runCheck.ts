import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ValidationStandards } from '../../../contract/runs/rowValidator.ts'
import { requireRoomFor } from '../../folder/freeSpace.ts'
import type { Database } from '../openDatabase.ts'
import { processRows, startStep } from '../step.ts'
import { runInUnsyncedTransaction, runInTransaction } from '../transaction.ts'
import type { DuplicateIndex } from './duplicateIndex.ts'
import type { LibraryLinksCache } from './libraryLinks.ts'
import { readEditableRun, setChecked } from './preparedRun.ts'
import type { PreparedRun } from './preparedRun.ts'
import { createRowChecker } from './rowChecker.ts'
import type { RowChecker } from './rowChecker.ts'
import type { VocabularyCache } from './vocabularyCache.ts'
import { editableStates, readRows, selectStoredRows } from './storedRow.ts'

/** Progress of a check: the number of checked rows. */
interface CheckedBatch {
  done: number
  isLast: boolean
}

/**
 * Checks all rows of a run with its mapping, in batches. The run is marked `checked` after the last batch.
 */
export interface RunCheck {
  /** Starts a new check, which replaces any other check of the run. Returns the number of rows. */
  begin: (run: string, standards: ValidationStandards) => { check: string; rows: number }
  next: (check: string) => Promise<CheckedBatch>
  /** Ends a cancelled check. */
  end: (check: string) => void
}

/** Maximum rows and UTF-16 units read per transaction. Slow rules end it earlier. */
const [maxBatchRows, maxBatchLength] = [1_000, 1_000_000]

interface CheckState {
  run: string
  standards: ValidationStandards
  /** The last checked row, and the mapping used so far. */
  after: number
  mappingText: string | null
  checker: RowChecker | null
  done: number
}

export function createRunCheck(
  database: Database,
  words: VocabularyCache,
  duplicates: DuplicateIndex,
  getLibraryLinks: LibraryLinksCache,
): RunCheck {
  const { sql } = database
  const { findEarlier } = duplicates
  const checks = new Map<string, CheckState>()
  const rows = selectStoredRows(
    sql,
    `WHERE run = ? AND number > ? AND state IN (${editableStates}) ORDER BY number`,
  )
  /** A changed mapping restarts the check from the first row. */
  const getChecker = async (check: CheckState, run: PreparedRun) => {
    if (check.checker && check.mappingText === run.mappingText) return check.checker
    const vocabulary = await words.read(run)
    const { standards } = check
    const library = getLibraryLinks(run)
    const checker = createRowChecker({ sql, run, standards, vocabulary, library, findEarlier })
    duplicates.begin(run.id)
    Object.assign(check, { after: 0, done: 0, mappingText: run.mappingText, checker })
    return checker
  }
  const checkBatch = (id: string, check: CheckState, checker: RowChecker): CheckedBatch => {
    const run = readEditableRun(database, check.run)
    // The next batch starts over.
    if (run.mappingText !== check.mappingText) return { done: 0, isLast: false }
    requireRoomFor(sql, 8 * maxBatchLength)
    const isOver = startStep()
    const next = runInUnsyncedTransaction(sql, () => {
      const readBatch = readRows(rows.iterate(check.run, check.after), maxBatchRows, maxBatchLength)
      const batch = processRows(readBatch, isOver, (row) => duplicates.add(checker.check(row)))
      check.done += batch.rows.length
      return batch.next
    })
    check.after = next ?? check.after
    if (next === null) {
      runInTransaction(sql, () => setChecked(sql, check.run, true))
      checks.delete(id)
    }
    return { done: check.done, isLast: next === null }
  }
  return {
    begin: (id, standards) => {
      readEditableRun(database, id)
      setChecked(sql, id, false)
      for (const [otherCheck, { run }] of checks) if (run === id) checks.delete(otherCheck)
      const check = randomUUID()
      checks.set(check, { run: id, standards, after: 0, mappingText: null, checker: null, done: 0 })
      const row = sql.prepare('SELECT count(*) AS rows FROM run_rows WHERE run = ?').get(id)
      return { check, rows: Number(row?.['rows']) }
    },
    next: async (id) => {
      await nextTurn()
      const check = checks.get(id)
      // Another check has started, or the thread was restarted. The run records whether it was checked.
      if (!check) return { done: 0, isLast: true }
      const checker = await getChecker(check, readEditableRun(database, check.run))
      const firstRow = rows.get(check.run, check.after)
      // Most tables with many rows of one destination begin with it.
      if (firstRow) await checker.prepare(firstRow)
      return checks.get(id) === check ? checkBatch(id, check, checker) : { done: 0, isLast: true }
    },
    end: (id) => void checks.delete(id),
  }
}
