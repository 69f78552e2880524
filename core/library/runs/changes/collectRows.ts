import type { DatabaseSync } from 'node:sqlite'
import type { HistoryEntry } from '../../../../contract/service/link/linkChanges.ts'
import { isUnderWay } from '../../../../contract/app/runs/stateMachine.ts'
import { readBatch, type LinkBatch, type BatchResult } from '../../collection/changes.ts'
import { parseJson } from '../../linkRow.ts'
import type { Database } from '../../openDatabase.ts'
import { forEachInSteps } from '../../step.ts'
import { selectRows } from '../../tableRows.ts'
import { write } from '../../writing.ts'
import { runInUnsyncedTransaction } from '../../../../sqlite/transaction.ts'
import { CodedError } from '../../../folder/codedError.ts'
import { selectRunRows, visitRows } from '../storedRow.ts'

/** Returns a function that adds links as rows of a run. */
export function createLinkCollector(
  database: Database,
): (run: string, batch: LinkBatch) => Promise<BatchResult> {
  const { sql } = database
  const insert = sql.prepare(
    `INSERT INTO run_rows (run, number, cells, state, target)
     SELECT ?1, 1 + (SELECT coalesce(max(number), 0) FROM run_rows WHERE run = ?1), '[]', 'faulty', ?2
     WHERE EXISTS (SELECT 1 FROM links WHERE id = ?2)`,
  )
  const inTransaction = (step: () => unknown) => write(database, step, runInUnsyncedTransaction)
  return async (run, batch) => {
    const { ids, next } = readBatch(sql, batch)
    const added = await forEachInSteps(ids, inTransaction, (id) => Number(insert.run(run, id).changes) > 0)
    return { links: added.length, next }
  }
}

/**
 * Adds the rows of another run whose change was applied or is unknown, after a row number. Rows whose change had no
 * effect are left out, because there is nothing to undo. Returns the last row number, or `null` at the end. Throws while
 * the other run is being sent, because its later changes would be missing.
 */
export function copyUndoableRows(
  sql: DatabaseSync,
  { run, undoneRun, after }: { run: string; undoneRun: string; after: number },
): number | null {
  if (isBeingSent(sql, undoneRun)) throw new CodedError('run_not_now')
  const rows = selectRunRows(sql, ['number', 'cells', 'target', 'fields', 'change_id'])
  const selectChange = selectRows(
    sql,
    { state: 'text', back: 'textOrNull', after: 'textOrNull' },
    `FROM link_changes WHERE id = ? AND (state = 'unknown' OR state = 'applied' AND back IS NOT NULL)`,
  )
  const insert = sql.prepare(
    `INSERT OR IGNORE INTO run_rows (run, number, cells, state, target, request, version, fields)
     VALUES (?, ?, ?, 'faulty', ?, ?, ?, ?)`,
  )
  return visitRows(rows, undoneRun, after, ({ number, cells, target, fields, change_id: changeId }) => {
    const change = changeId === null ? undefined : selectChange.get(changeId)
    if (!change) return
    const back = swapFields((parseJson(fields) ?? {}) as HistoryEntry['fields'])
    insert.run(run, number, cells, target, change.back ?? '{}', change.after, JSON.stringify(back))
  })
}

/** Rows that were in flight when a run was cancelled still finish. */
function isBeingSent(sql: DatabaseSync, run: string): boolean {
  const state = selectRows(sql, { state: 'runState' }, 'FROM runs WHERE id = ?').get(run)?.state
  const pending = sql.prepare(`SELECT 1 FROM run_rows WHERE run = ? AND state = 'pending' LIMIT 1`)
  return (state !== undefined && isUnderWay(state)) || pending.get(run) !== undefined
}

function swapFields(fields: HistoryEntry['fields']): HistoryEntry['fields'] {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { from, to }]) => [name, { from: to, to: from }]),
  )
}
