import type { DatabaseSync } from 'node:sqlite'
import { repeatUntil, startStep } from '../../step.ts'
import { selectRows } from '../../tableRows.ts'
import { runInUnsyncedTransaction } from '../../../../sqlite/transaction.ts'

/** Rows deleted by a statement. A step consists of several. */
const batchSize = 10

/** Deletes rows of tables that weren't read to the end, and of deleted runs. */
export function createUnfinishedTables(sql: DatabaseSync) {
  const deleteRun = sql.prepare(`DELETE FROM runs WHERE id = ? AND state = 'preparing'`)
  const isRun = sql.prepare('SELECT 1 FROM runs WHERE id = ?')
  const deleteBatch = sql.prepare(
    'DELETE FROM run_rows WHERE run = ?1 AND number IN (SELECT number FROM run_rows WHERE run = ?1 LIMIT ?2)',
  )
  const nextRun = selectRows(sql, { run: 'text' }, 'FROM run_rows WHERE run > ? ORDER BY run LIMIT 1')
  const removeRows = (id: string) =>
    isRun.get(id) === undefined &&
    repeatUntil(startStep(), () => Number(deleteBatch.run(id, batchSize).changes) === batchSize)
  return {
    /** Deletes a run in state `preparing` and some of its rows. Returns whether more are left. */
    remove: (id: string): boolean =>
      runInUnsyncedTransaction(sql, () => {
        deleteRun.run(id)
        return removeRows(id)
      }),
    /**
     * Returns a function that deletes some rows without a run and returns whether more are left. Call it
     * before any table is read, because rows being read have no run yet.
     */
    findOrphans: (): (() => boolean) => {
      const orphans: string[] = []
      for (let row = nextRun.get(''); row !== undefined; row = nextRun.get(row.run)) {
        if (isRun.get(row.run) === undefined) orphans.push(row.run)
      }
      return () => {
        const [id] = orphans
        if (id !== undefined && !runInUnsyncedTransaction(sql, () => removeRows(id))) orphans.shift()
        return orphans.length > 0
      }
    },
  }
}
