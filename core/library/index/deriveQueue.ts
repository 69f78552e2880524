import type { DatabaseSync } from 'node:sqlite'
import { toStorageProblem } from '../../folder/storageProblem.ts'
import { runInTransaction } from '../transaction.ts'

/**
 * Changed links that aren't indexed yet. If the app ends first, the table `touched` lists them for the next
 * start.
 */
export interface DeriveQueue {
  /** Adds a link with its number in `touched`. */
  add: (id: string, number: number) => void
  /** Returns the highest number, at most `number`, up to which no link is waiting. */
  indexedUpTo: (number: number) => number
  /** Indexes all waiting links. */
  catchUp: () => void
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

  const numberBefore = (next: number | undefined) => (next ?? Infinity) - 1
  const step = (links: number) => {
    const ids = [...numbers.keys()].slice(0, links)
    const next = [...numbers.values()][links]
    const touched = Number(lastTouched.get()?.['seq'] ?? 0)
    runInTransaction(sql, () => derive(ids, Math.min(touched, numberBefore(next))))
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
      // The error is reported to the next operation that needs the index, which tries again.
      if (!toStorageProblem(error)) throw error
    }
  }
  const startWork = () => {
    pause = null
    if (!isWorking) work()
  }
  return {
    indexedUpTo: (number) => Math.min(number, numberBefore(numbers.values().next().value)),
    add: (id, number) => {
      // A waiting link keeps its place; its latest state is indexed.
      if (!numbers.has(id)) numbers.set(id, number)
      // If the queue is full, the timer isn't extended further.
      if (pause && numbers.size < maxQueued) pause.refresh()
      pause ??= setTimeout(startWork, idleDelayMs).unref()
    },
    catchUp: () => {
      if (numbers.size > 0) step(numbers.size)
    },
  }
}
