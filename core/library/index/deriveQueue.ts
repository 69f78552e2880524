import type { DatabaseSync } from 'node:sqlite'
import { isIndexDamage } from '../../../sqlite/errors.ts'
import { toStorageProblem } from '../../folder/storageProblem.ts'
import { invalidateIndex } from '../facts.ts'
import { startStep } from '../step.ts'

/** Maximum queue length, about one second of work. Beyond it, indexing starts without waiting for idle time. */
const maxQueued = 10_000
/** Maximum duration of a step in milliseconds. FTS5 merges what each transaction adds, so fewer and longer ones take less time. */
const stepMs = 50
/** Idle time in milliseconds before indexing starts. */
const idleDelayMs = 250

/**
 * Changed links that aren't indexed yet. If the app ends first, the table `touched` lists them for the next
 * start.
 */
export function createDeriveQueue(
  sql: DatabaseSync,
  {
    derive,
    transact,
    setSeen,
  }: {
    derive: (id: string) => void
    transact: (work: () => void) => void
    setSeen: (number: number) => void
  },
) {
  const numbers = new Map<string, number>()
  const lastTouched = sql.prepare(`SELECT seq FROM main.sqlite_sequence WHERE name = 'touched'`)
  let pause: NodeJS.Timeout | null = null
  let isWorking = false

  const step = (isOver: () => boolean) => {
    const ids: string[] = []
    const deriveSome = () => {
      for (const id of numbers.keys()) {
        derive(id)
        ids.push(id)
        if (isOver()) break
      }
      const touched = Number(lastTouched.get()?.['seq'] ?? 0)
      setSeen(Math.min(touched, firstNumber(numbers, ids.length) - 1))
    }
    try {
      transact(deriveSome)
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
      if (isWorking) step(startStep(stepMs))
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
    /** Adds a link with its number in `touched`; `Infinity` for one that isn't listed there. */
    add: (id: string, number: number) => {
      // A waiting link keeps its place; its latest state is indexed.
      numbers.set(id, Math.min(number, numbers.get(id) ?? Infinity))
      // If the queue is full, the timer isn't extended further.
      if (pause && numbers.size < maxQueued) pause.refresh()
      pause ??= setTimeout(startWork, idleDelayMs).unref()
    },
    isWaiting: () => numbers.size > 0,
    /** Indexes waiting links until the time of a step is up, but at least one. */
    indexWaiting: (isOver = startStep(stepMs)) => {
      if (numbers.size > 0) step(isOver)
    },
  }
}

/** Returns the smallest number after the first links. After a rollback, numbers are used again, so they don't ascend. */
function firstNumber(numbers: ReadonlyMap<string, number>, after: number): number {
  let [index, first] = [0, Infinity]
  for (const number of numbers.values()) if (index++ >= after) first = Math.min(first, number)
  return first
}
