import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LibraryInterruptedError } from '../folder/storageProblem.ts'

/** Maximum duration of a step in milliseconds. Other calls are answered between the steps of long work. */
const maxStepMs = 20

/** Starts a step. Returns a function that returns whether its time is up. */
export function startStep(durationMs = maxStepMs): () => boolean {
  const deadline = performance.now() + durationMs
  return () => performance.now() >= deadline
}

/** Repeats work until it returns false or the time is up, but at least once. Returns whether more is left. */
export function repeatUntil(isOver: () => boolean, work: () => boolean): boolean {
  while (work()) if (isOver()) return true
  return false
}

/**
 * Does work for each value in steps, so that other work can run in between. `inStep` runs a step, for example in a
 * transaction, and may pass what the work needs. Returns the values for which `work` returned true.
 */
export async function forEachInSteps<V, C = void>(
  values: readonly V[],
  inStep: (step: (context: C) => V[]) => unknown,
  work: (value: V, context: C) => unknown,
): Promise<V[]> {
  const found: V[] = []
  let done = 0
  const step = (context: C) => {
    const isOver = startStep()
    const first = found.length
    for (const value of values.slice(done)) {
      if (work(value, context) === true) found.push(value)
      done++
      if (isOver()) break
    }
    return found.slice(first)
  }
  while (done < values.length) {
    if (done > 0) await nextTurn()
    await inStep(step)
  }
  return found
}

/** Maps values in steps, so that other work can run in between. */
export async function mapInSteps<V, R>(values: readonly V[], map: (value: V) => R): Promise<R[]> {
  const results: R[] = []
  await forEachInSteps(
    values,
    (step) => step(),
    (value) => void results.push(map(value)),
  )
  return results
}

/** A batch of numbered rows. `next` is the number after which the next batch begins; `null` after the last. */
export interface Batch<R> {
  rows: R[]
  next: number | null
}

/** Connections of an app that is closing. */
const closing = new WeakSet<DatabaseSync>()

/** Stops the long work on a connection, because the app is closing. The next start continues it. */
export function stopLongWork(sql: DatabaseSync): void {
  closing.add(sql)
}

export function isStopped(sql: DatabaseSync): boolean {
  return closing.has(sql) || !sql.isOpen
}

/**
 * Work that is done in steps, so that other work can run in between. `begin` returns a function that does a step and
 * returns whether more is left. Concurrent calls of `finish` share the work. It throws `LibraryInterruptedError` if the
 * work is stopped.
 */
export function createSteppedWork(sql: DatabaseSync, begin: () => () => boolean) {
  let running: Promise<void> | null = null
  const work = async () => {
    const step = begin()
    do {
      await nextTurn()
      if (isStopped(sql)) throw new LibraryInterruptedError('The app is ending.')
    } while (step())
  }
  return {
    isRunning: () => running !== null,
    finish: () => (running ??= work().finally(() => (running = null))),
  }
}

/** Returns a function that creates a part of the library once per connection. */
export function oncePerConnection<T extends object>(
  create: (sql: DatabaseSync) => T,
): (sql: DatabaseSync) => T {
  const parts = new WeakMap<DatabaseSync, T>()
  return (sql) => {
    const part = parts.get(sql) ?? create(sql)
    parts.set(sql, part)
    return part
  }
}
