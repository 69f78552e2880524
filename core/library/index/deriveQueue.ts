import type { DatabaseSync } from 'node:sqlite'
import { toStorageProblem } from '../../folder/storageProblem.ts'
import { runInTransaction } from '../transaction.ts'

/** Links that were changed and of which nothing is derived yet. Should the app end before, `touched` tells the next start. */
export interface DeriveQueue {
  /** Takes a link, and the number under which `touched` has it. */
  add: (id: string, number: number) => void
  /** As far as nothing waits of what `touched` has up to a number. */
  seenOf: (number: number) => number
  /** Derives all. */
  catchUp: () => void
}

/** About a second's work: as many may wait before nobody's pause is waited for. */
const maxQueued = 10_000
/** How long nothing may have come, in milliseconds, before what waits is derived by itself, and how much of it at a time. */
const [idleDelayMs, batchSize] = [250, 200]

export function createDeriveQueue(
  sql: DatabaseSync,
  derive: (ids: readonly string[], seen: number) => void,
): DeriveQueue {
  const numbers = new Map<string, number>()
  const lastTouched = sql.prepare(`SELECT seq FROM main.sqlite_sequence WHERE name = 'touched'`)
  let pause: NodeJS.Timeout | null = null
  let isWorking = false

  const before = (next: number | undefined) => (next ?? Infinity) - 1
  const step = (links: number) => {
    const ids = [...numbers.keys()].slice(0, links)
    const next = [...numbers.values()][links]
    const touched = Number(lastTouched.get()?.['seq'] ?? 0)
    runInTransaction(sql, () => derive(ids, Math.min(touched, before(next))))
    for (const id of ids) numbers.delete(id)
  }
  /** Bit by bit, so that others have their turn. */
  const work = () => {
    try {
      isWorking = sql.isOpen && numbers.size > 0
      if (isWorking) step(batchSize)
      if (isWorking) setImmediate(work)
    } catch (error) {
      isWorking = false
      // Whoever looks for the links is told, and has it tried again.
      if (!toStorageProblem(error)) throw error
    }
  }
  const begin = () => {
    pause = null
    if (!isWorking) work()
  }
  return {
    seenOf: (number) => Math.min(number, before(numbers.values().next().value)),
    add: (id, number) => {
      // One that waits already keeps its place: what it has become is derived then.
      if (!numbers.has(id)) numbers.set(id, number)
      // Of too many, the pause that has begun is the last.
      if (pause && numbers.size < maxQueued) pause.refresh()
      pause ??= setTimeout(begin, idleDelayMs).unref()
    },
    catchUp: () => {
      if (numbers.size > 0) step(numbers.size)
    },
  }
}
