import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { isIndexDamage } from '../../../sqlite/errors.ts'
import { LibraryInterruptedError, toStorageProblem } from '../../folder/storageProblem.ts'
import { invalidateIndex } from '../facts.ts'
import { selectRows } from '../tableRows.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { getIndexer } from './indexer.ts'
import { isOff } from './tables.ts'

/**
 * Indexes links that have no derived data yet, newest first, links that changed, and links whose end date has passed
 * since they were indexed. Continues at the next start if interrupted.
 */
export interface Backfill {
  /** The error for which the derived data is being rebuilt, if it was found while the data was in use. */
  damage?: string | null
  isDone: () => boolean
  /** Indexes up to `links` links. */
  step: (links: number) => void
  /** Adds links to be indexed last, by the next `finish` or at the next start. */
  add: (ids: readonly string[]) => void
  /**
   * Indexes changed links, and marks links as off whose end date has passed: a few now, others in the background. Call
   * it before derived data is read.
   */
  catchUp: () => void
  /** Returns when the next link ends, in milliseconds; `null` for never. */
  nextEnd: () => number | null
  /**
   * Indexes all remaining links in steps, so that other work can run. Concurrent calls share the work. Throws
   * `LibraryInterruptedError` if it is stopped.
   */
  finish: () => Promise<void>
  /** Stops because the app is closing. The next start resumes. */
  stop: () => void
}

export const noBackfill: Backfill = {
  isDone: () => true,
  step: () => undefined,
  add: () => undefined,
  catchUp: () => undefined,
  nextEnd: () => null,
  finish: () => Promise.resolve(),
  stop: () => undefined,
}

/** Links per transaction, which takes about 50 ms. */
const batchSize = 200

export function createBackfill(sql: DatabaseSync, isFilled = false): Backfill {
  const { derive, isWaiting, indexWaiting } = getIndexer(sql)
  if (!isFilled) dropOrphans(sql, derive)
  const selectMissing = selectRows(
    sql,
    { id: 'text', created_at: 'text' },
    `FROM links WHERE (created_at, id) < (?, ?) AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.id = links.id)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
  )
  const endedLinks = findEnded(sql)
  let lastKey: [string, string] | null = isFilled ? null : ['\u{10ffff}', '']
  const queuedIds: string[] = []
  const step = (links: number) => {
    if (isWaiting()) {
      indexWaiting(links)
    } else if (!lastKey) {
      const ids = queuedIds.length > 0 ? queuedIds.slice(0, links) : endedLinks.ids(links)
      runInTransaction(sql, () => ids.forEach(derive))
      queuedIds.splice(0, ids.length)
    } else {
      const rows = selectMissing.all(...lastKey, links)
      const end = rows.at(-1)
      // Ascending order, which FTS5 stores without a segment per link.
      runInTransaction(sql, () => rows.reverse().forEach(({ id }) => derive(id)))
      lastKey = end && rows.length === links ? [end.created_at, end.id] : null
    }
  }
  const isDone = () =>
    lastKey === null && queuedIds.length === 0 && !isWaiting() && endedLinks.ids(1).length === 0
  let stopped = false
  const work = async () => {
    while (!isDone()) {
      if (stopped) throw new LibraryInterruptedError('The app is ending.')
      step(batchSize)
      await nextTurn()
    }
  }
  let runningWork: Promise<void> | null = null
  const finish = () => (runningWork ??= work().finally(() => (runningWork = null)))
  return {
    isDone,
    step,
    add: (ids) => void queuedIds.push(...ids),
    catchUp: () => {
      try {
        indexWaiting()
        if (runningWork || endedLinks.ids(1).length === 0) return
        step(batchSize)
      } catch (error) {
        // Reading must not depend on a disk that can't be written. Until a later call succeeds, `isDone` is false.
        if (isIndexDamage(error)) invalidateIndex(sql, error)
        else if (!toStorageProblem(error)) throw error
        return
      }
      // The next operation that needs the index reports any error.
      if (!isDone()) finish().catch(() => undefined)
    },
    nextEnd: endedLinks.next,
    finish,
    stop: () => (stopped = true),
  }
}

function dropOrphans(sql: DatabaseSync, derive: (id: string) => void): void {
  const orphans = selectRows(
    sql,
    { id: 'text' },
    'FROM entries WHERE NOT EXISTS (SELECT 1 FROM links WHERE links.id = entries.id)',
  ).all()
  runInTransaction(sql, () => orphans.forEach(({ id }) => derive(id)))
}

/** Finds links whose mark contradicts their end date: it has passed, or the clock was set back. */
function findEnded(sql: DatabaseSync) {
  const selectContradicting = selectRows(
    sql,
    { id: 'text' },
    `FROM entries WHERE endsAt IS NOT NULL AND (${isOff} = 0 AND endsAt <= ? OR ${isOff} = 1 AND endsAt > ?) LIMIT ?`,
  )
  const next = sql.prepare(
    `SELECT min(endsAt) AS next FROM entries WHERE endsAt IS NOT NULL AND ${isOff} = 0 AND endsAt > ?`,
  )
  return {
    ids: (links: number) => {
      const now = Date.now()
      return selectContradicting.all(now, now, links).map(({ id }) => id)
    },
    next: () => {
      const time = next.get(Date.now())?.['next']
      return typeof time === 'number' ? time : null
    },
  }
}
