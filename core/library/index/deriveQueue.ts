import type { DatabaseSync } from 'node:sqlite'
import { isIndexDamage } from '../../../sqlite/errors.ts'
import { toStorageProblem } from '../../folder/storageProblem.ts'
import { invalidateIndex } from '../facts.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'

/**
 * Changed links that aren't indexed yet. If the app ends first, the table `touched` lists them for the next
 * start.
 */
export interface DeriveQueue {
  /** Adds a link with its number in `touched`. */
  add: (id: string, number: number) => void
  isWaiting: () => boolean
  /** Indexes up to `links` waiting links, or all. */
  indexWaiting: (links?: number) => void
}

/** Maximum queue length, about one second of work. Beyond it, indexing starts without waiting for idle time. */
const maxQueued = 10_000
/** Idle time in milliseconds before indexing starts, and links per step. */
const [idleDelayMs, batchSize] = [250, 200]

export function createDeriveQueue(
  sql: DatabaseSync,
  derive: (ids: readonly string[], seen: number) => void,
): DeriveQueue {
  const numbers = new Map<string, number>()
  const lastTouched = sql.prepare(`SELECT seq FROM main.sqlite_sequence WHERE name = 'touched'`)
  let pause: NodeJS.Timeout | null = null
  let isWorking = false

  const step = (links: number) => {
    const waiting = [...numbers]
    const ids = waiting.slice(0, links).map(([id]) => id)
    const touched = Number(lastTouched.get()?.['seq'] ?? 0)
    // Not necessarily the next one's: after a rollback, numbers are used again.
    const next = waiting.slice(links).reduce((least, [, number]) => Math.min(least, number), Infinity)
    try {
      runInTransaction(sql, () => derive(ids, Math.min(touched, next - 1)))
    } catch (error) {
      if (!isIndexDamage(error)) throw error
      // Damaged derived data is rebuilt at the next start and must not prevent other work.
      invalidateIndex(sql, error)
      numbers.clear()
    }
    for (const id of ids) numbers.delete(id)
  }
  /** Indexes in steps, so that other work can run. */
  const work = () => {
    try {
      isWorking = sql.isOpen && numbers.size > 0
      if (isWorking) step(batchSize)
      if (isWorking) setImmediate(work)
    } catch (error) {
      isWorking = false
      // The next operation that reads the index tries again.
      if (!toStorageProblem(error)) throw error
    }
  }
  const startWork = () => {
    pause = null
    if (!isWorking) work()
  }
  return {
    add: (id, number) => {
      // A waiting link keeps its place; its latest state is indexed.
      numbers.set(id, Math.min(number, numbers.get(id) ?? Infinity))
      // If the queue is full, the timer isn't extended further.
      if (pause && numbers.size < maxQueued) pause.refresh()
      pause ??= setTimeout(startWork, idleDelayMs).unref()
    },
    isWaiting: () => numbers.size > 0,
    indexWaiting: (links = numbers.size) => {
      if (numbers.size > 0) step(links)
    },
  }
}
