import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { isIndexDamage } from '../../../sqlite/errors.ts'
import { toStorageProblem } from '../../folder/storageProblem.ts'
import { invalidateIndex } from '../facts.ts'
import { createSteppedWork, isStopped, startStep } from '../step.ts'
import { selectRows } from '../tableRows.ts'
import { getIndexer } from './indexer.ts'
import { isOff } from './tables.ts'

export type Backfill = ReturnType<typeof createBackfill> & {
  /** The error for which the derived data is being rebuilt, if it was found while the data was in use. */
  damage?: string | null
}

export const noBackfill: Backfill = {
  isDone: () => true,
  step: () => undefined,
  add: () => undefined,
  catchUp: () => null,
  nextEnd: () => null,
  finish: () => Promise.resolve(),
}

/** Number of links read from the tables at a time. */
const scanSize = 200

/**
 * Indexes links that have no derived data yet, newest first, links that changed, and links whose end date has passed
 * since they were indexed. Continues at the next start if interrupted.
 */
export function createBackfill(sql: DatabaseSync, isFilled = false) {
  const { derive, transact, isWaiting, indexWaiting } = getIndexer(sql)
  const endedLinks = findEnded(sql)
  const ids = createIds(sql, isFilled)
  const isDone = () => ids.isEmpty() && !isWaiting() && endedLinks.ids(1).length === 0
  const step = (isOver = startStep()) => {
    if (isWaiting()) {
      indexWaiting(isOver)
      return
    }
    do {
      const nextIds = ids.isEmpty() ? endedLinks.ids(scanSize) : ids.next()
      let count = 0
      transact(() => {
        for (const id of nextIds) {
          derive(id)
          count++
          if (isOver()) break
        }
      })
      ids.remove(count)
    } while (!isDone() && !isOver())
  }
  const { isRunning, finish } = createSteppedWork(sql, () => () => {
    if (!isDone()) step()
    return !isDone()
  })
  /** Returns whether it succeeded. Reading must not depend on a disk that can't be written. */
  const attempt = (index: () => void): boolean => {
    try {
      index()
      return true
    } catch (error) {
      // Until a later call succeeds, `isDone` is false.
      if (isIndexDamage(error)) invalidateIndex(sql, error)
      else if (!toStorageProblem(error)) throw error
      return false
    }
  }
  const indexRest = async () => {
    do await nextTurn()
    while (!isStopped(sql) && isWaiting() && attempt(indexWaiting))
  }
  return {
    isDone,
    /** Indexes links until the time of a step is up, but at least one. */
    step,
    /** Adds links to be indexed last, by the next `finish` or at the next start. */
    add: ids.add,
    /**
     * Indexes changed links, and marks links as off whose end date has passed: some now, others in the background. Call
     * it before derived data is read. Returns a promise if changed links are left; it never rejects.
     */
    catchUp: (): Promise<void> | null => {
      if (!attempt(indexWaiting)) return null
      if (isWaiting()) return indexRest()
      if (isRunning() || endedLinks.ids(1).length === 0 || !attempt(step)) return null
      // The next operation that needs the index reports any error.
      if (!isDone()) finish().catch(() => undefined)
      return null
    },
    /** Returns when the next link ends, in milliseconds; `null` for never. */
    nextEnd: endedLinks.next,
    /** Indexes all remaining links in steps. */
    finish,
  }
}

/** The links to index: first those without derived data, then derived data without a link, then added ones. */
function createIds(sql: DatabaseSync, isFilled: boolean) {
  const scans = isFilled ? [] : [scanMissing(sql), scanOrphans(sql)]
  const addedIds: string[] = []
  let ids: string[] = []
  return {
    isEmpty: () => scans.length === 0 && ids.length === 0 && addedIds.length === 0,
    /** Returns the next links, possibly none. They stay until they are removed. */
    next: (): readonly string[] => {
      const [scan] = scans
      if (ids.length > 0) return ids
      const found = scan ? scan() : addedIds.splice(0, scanSize)
      if (found === null) scans.shift()
      return (ids = found ?? [])
    },
    /** Removes the first ids. */
    remove: (count: number) => void ids.splice(0, count),
    add: (added: readonly string[]) => void addedIds.push(...added),
  }
}

/**
 * Returns a function that returns the links without derived data among the next ones, newest first, or `null` at the end. Each
 * result ascends, which FTS5 stores without a segment per link.
 */
function scanMissing(sql: DatabaseSync): () => string[] | null {
  const select = sql.prepare(
    `SELECT id, created_at, EXISTS (SELECT 1 FROM entries WHERE entries.id = links.id) AS isIndexed
     FROM links WHERE (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ${scanSize}`,
  )
  let lastKey: [string, string] = ['\u{10ffff}', '']
  return () => {
    const rows = select.all(...lastKey)
    const last = rows.at(-1)
    if (!last) return null
    lastKey = [String(last['created_at']), String(last['id'])]
    return rows.reverse().flatMap(({ id, isIndexed }) => (isIndexed === 1 ? [] : [String(id)]))
  }
}

/** The same for derived data without a link. */
function scanOrphans(sql: DatabaseSync): () => string[] | null {
  const select = sql.prepare(
    `SELECT seq, id, EXISTS (SELECT 1 FROM links WHERE links.id = entries.id) AS isLinked
     FROM entries WHERE seq > ? ORDER BY seq LIMIT ${scanSize}`,
  )
  let lastSeq = -1
  return () => {
    const rows = select.all(lastSeq)
    const last = rows.at(-1)
    if (!last) return null
    lastSeq = Number(last['seq'])
    return rows.flatMap(({ id, isLinked }) => (isLinked === 1 ? [] : [String(id)]))
  }
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
