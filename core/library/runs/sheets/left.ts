import type { DatabaseSync } from 'node:sqlite'

/** Rows that were taken out at once: some milliseconds. */
const atOnce = 1_000

/** What is left of tables that were not read to their end. */
export function createLeft(sql: DatabaseSync) {
  const removeRun = sql.prepare(`DELETE FROM runs WHERE id = ? AND state = 'preparing'`)
  const isRun = sql.prepare('SELECT 1 FROM runs WHERE id = ?')
  const removeSome = sql.prepare(
    'DELETE FROM run_rows WHERE run = ?1 AND number IN (SELECT number FROM run_rows WHERE run = ?1 LIMIT ?2)',
  )
  const nextRun = sql.prepare('SELECT run FROM run_rows WHERE run > ? ORDER BY run LIMIT 1')
  const removeOf = (id: string) => Number(removeSome.run(id, atOnce).changes) === atOnce
  return {
    /** Takes a run that is only prepared out, with some of its rows. Answers whether there are more. */
    remove: (id: string): boolean => {
      removeRun.run(id)
      return isRun.get(id) === undefined && removeOf(id)
    },
    /** Takes out the rows of which no run was made before the app ended. */
    removeOrphans: (): void => {
      for (let found = nextRun.get(''); found !== undefined; found = nextRun.get(found['run'] as string)) {
        const id = found['run'] as string
        if (isRun.get(id) !== undefined) continue
        while (removeOf(id));
      }
    },
  }
}
