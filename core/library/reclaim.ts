import type { DatabaseSync } from 'node:sqlite'
import { pragma } from '../folder/identity.ts'
import { createSteppedWork, isStopped } from './step.ts'

/** Value of `PRAGMA auto_vacuum` for files that shrink on `PRAGMA incremental_vacuum`. */
const incrementalVacuum = 2
/** Pages moved per step, which takes a few milliseconds, and free pages (4 MB) kept for new rows. */
const [pagesAtOnce, keptPages] = [250, 1_000]

/** Must be called before anything is written to a new file. */
export function makeShrinkable(sql: DatabaseSync): void {
  sql.exec('PRAGMA auto_vacuum = INCREMENTAL')
}

/** Whether the file can return the space of removed rows to the disk. Files of the first versions can't. */
function isShrinkable(sql: DatabaseSync): boolean {
  return pragma(sql, 'auto_vacuum') === incrementalVacuum
}

export type Reclaim = ReturnType<typeof createReclaim>

/** Returns the space of removed rows to the disk in small steps. Continues at the next start if interrupted. */
export function createReclaim(sql: DatabaseSync) {
  const removals: (() => boolean)[] = []
  let isShrunk = false
  const step = () => {
    const remove = removals.shift()
    if (remove?.()) removals.unshift(remove)
    if (remove) return true
    if (isShrinkable(sql) && pragma(sql, 'freelist_count') > keptPages) {
      sql.exec(`PRAGMA incremental_vacuum(${pagesAtOnce})`)
      isShrunk = true
      return true
    }
    if (isShrunk) sql.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    isShrunk = false
    return false
  }
  const { isRunning, finish } = createSteppedWork(sql, () => step)
  let running: Promise<void> = Promise.resolve()
  const start = () => {
    if (isStopped(sql)) return
    // If the disk fails, the next start tries again.
    running = finish()
      .catch(() => undefined)
      .then(() => {
        if (removals.length > 0) start()
      })
  }
  return {
    /** Deletes rows in batches if `remove` is given, then shrinks the file. `remove` returns whether more is left. */
    begin: (remove?: () => boolean) => {
      if (remove) removals.push(remove)
      if (!isRunning()) start()
    },
    /** Resolves when everything is done or stopped. */
    idle: async () => {
      while (isRunning()) await running
    },
  }
}
