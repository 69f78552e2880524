import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { hasRoom } from '../folder/freeSpace.ts'
import { pragma } from '../folder/identity.ts'
import { isDamage } from '../../sqlite/errors.ts'
import { createSteppedWork, isStopped } from './step.ts'

/** Value of `PRAGMA auto_vacuum` for files that shrink on `PRAGMA incremental_vacuum`. */
export const incrementalVacuum = 2
/** Pages moved per step, which takes a few milliseconds, and free pages (4 MB) kept for new rows. */
const [pagesAtOnce, keptPages] = [250, 1_000]
/** Maximum used bytes of a library that is rewritten at startup, which takes a second or two. */
const maxRewrittenBytes = 64 * 1_024 * 1_024

/** Must be called before anything is written to a new file. */
export function makeShrinkable(sql: DatabaseSync): void {
  sql.exec('PRAGMA auto_vacuum = INCREMENTAL')
}

/** Whether the file can return the space of removed rows to the disk. */
export function isShrinkable(sql: DatabaseSync): boolean {
  return pragma(sql, 'auto_vacuum') === incrementalVacuum
}

/**
 * Makes the file of an earlier version shrinkable by rewriting its pages. Skips larger libraries, which would start too
 * slowly; their free pages are reused. If the process is killed or the disk is full, the file stays unchanged.
 */
export function rewriteShrinkable(sql: DatabaseSync, maxBytes = maxRewrittenBytes): void {
  if (isShrinkable(sql)) return
  const used = (pragma(sql, 'page_count') - pragma(sql, 'freelist_count')) * pragma(sql, 'page_size')
  const file = sql.location()
  if (file === null || used > maxBytes || !hasRoom(dirname(file), 3 * used)) return
  try {
    makeShrinkable(sql)
    sql.exec('VACUUM')
    sql.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (isDamage(error)) throw error
  }
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
