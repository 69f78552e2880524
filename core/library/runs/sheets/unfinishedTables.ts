import type { DatabaseSync } from 'node:sqlite'
import { runInUnsyncedTransaction } from '../../transaction.ts'

/** Rows that are removed at once: some milliseconds, unless they are huge. */
const batchSize = 250

/** Removes what is left of tables that were not read to their end, and of runs that are gone. */
export function createUnfinishedTables(sql: DatabaseSync) {
  const removeRun = sql.prepare(`DELETE FROM runs WHERE id = ? AND state = 'preparing'`)
  const isRun = sql.prepare('SELECT 1 FROM runs WHERE id = ?')
  const removeSome = sql.prepare(
    'DELETE FROM run_rows WHERE run = ?1 AND number IN (SELECT number FROM run_rows WHERE run = ?1 LIMIT ?2)',
  )
  const nextRun = sql.prepare('SELECT run FROM run_rows WHERE run > ? ORDER BY run LIMIT 1')
  const removeOf = (id: string) =>
    isRun.get(id) === undefined && Number(removeSome.run(id, batchSize).changes) === batchSize
  return {
    /** Removes a run that is only prepared, with some of its rows. Returns whether there are more. */
    remove: (id: string): boolean =>
      runInUnsyncedTransaction(sql, () => {
        removeRun.run(id)
        return removeOf(id)
      }),
    /**
     * Returns what removes some of the rows that have no run, and tells whether there are more. Called before any table is read:
     * the rows of one that is being read have no run yet.
     */
    findOrphans: (): (() => boolean) => {
      const orphans: string[] = []
      for (let found = nextRun.get(''); found !== undefined; found = nextRun.get(found['run'] as string)) {
        const id = found['run'] as string
        if (isRun.get(id) === undefined) orphans.push(id)
      }
      return () => {
        const [id] = orphans
        if (id !== undefined && !runInUnsyncedTransaction(sql, () => removeOf(id))) orphans.shift()
        return orphans.length > 0
      }
    },
  }
}
