import { setImmediate as nextTurn } from 'node:timers/promises'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { hasRoom } from '../folder/freeSpace.ts'
import { pragma } from '../folder/identity.ts'
import { isDamage } from '../folder/sqliteError.ts'

/** Gives the space of removed rows back to the disk, bit by bit, so that others have their turn. */
export interface Reclaim {
  /** Removes something in portions if there is anything to remove, then shrinks the file. `remove` returns whether there is more. */
  begin: (remove?: () => boolean) => void
  /** Resolves when all of it is done or was stopped. */
  idle: () => Promise<void>
  /** Leaves the rest to the next start: the app is ending. */
  stop: () => void
}

export const nothingToReclaim: Reclaim = {
  begin: () => undefined,
  idle: () => Promise.resolve(),
  stop: () => undefined,
}

/** Value of `PRAGMA auto_vacuum` for files that shrink when told to. */
const incremental = 2
/** Pages moved at once: some milliseconds. Fewer free ones, 4 MB, are soon used again. */
const [pagesAtOnce, keptPages] = [250, 1_000]
/** In bytes of what is in use: rewritten within a second or two. */
const quicklyRewritten = 64 * 1_024 * 1_024

/** To be called before anything is written to a new file. */
export function makeShrinkable(sql: DatabaseSync): void {
  sql.exec('PRAGMA auto_vacuum = INCREMENTAL')
}

/**
 * Makes the file of an earlier version shrinkable, which takes a rewrite of all that is in use. A larger library is left as it
 * is, since its start would take too long; its free pages are used again. A kill or a full disk leaves the file as it was.
 */
export function rewriteShrinkable(sql: DatabaseSync): void {
  if (pragma(sql, 'auto_vacuum') === incremental) return
  const used = (pragma(sql, 'page_count') - pragma(sql, 'freelist_count')) * pragma(sql, 'page_size')
  const file = sql.location()
  if (file === null || used > quicklyRewritten || !hasRoom(dirname(file), 3 * used)) return
  try {
    makeShrinkable(sql)
    sql.exec('VACUUM')
    sql.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (isDamage(error)) throw error
  }
}

export function createReclaim(sql: DatabaseSync): Reclaim {
  const removals: (() => boolean)[] = []
  const state = { isStopped: false }
  const isStopped = () => state.isStopped
  let working: Promise<void> | null = null
  const shrink = async () => {
    if (pragma(sql, 'auto_vacuum') !== incremental) return
    let isChanged = false
    while (!isStopped() && pragma(sql, 'freelist_count') > keptPages) {
      sql.exec(`PRAGMA incremental_vacuum(${pagesAtOnce})`)
      isChanged = true
      await nextTurn()
    }
    if (isChanged && !isStopped()) sql.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  }
  const work = async () => {
    await nextTurn()
    while (!isStopped()) {
      const remove = removals.shift()
      if (!remove) break
      while (remove()) {
        await nextTurn()
        if (isStopped()) return
      }
    }
    await shrink()
  }
  const run = async () => {
    // What the disk refuses is left to the next start.
    await work().catch(() => undefined)
    working = null
    if (removals.length > 0 && !isStopped()) begin()
  }
  const begin = () => void (working ??= run())
  return {
    begin: (remove) => {
      if (remove) removals.push(remove)
      if (!isStopped()) begin()
    },
    idle: async () => {
      while (working) await working
    },
    stop: () => void (state.isStopped = true),
  }
}
