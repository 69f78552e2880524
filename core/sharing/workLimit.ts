import { setTimeout } from 'node:timers/promises'

/** Maximum number of hanging tasks. The app needs Node's other threads for its own files. */
const maxHanging = 2

/**
 * Runs work and returns its value; `null` if it takes too long, or if too much earlier work still hangs. Rejects if the
 * work does.
 */
export type WorkLimit = <T>(work: () => Promise<T>) => Promise<{ value: T } | null>

/**
 * Creates a time limit for work that can't be cancelled, such as reading from a lost network share. Other work waits
 * for its turn unless everything before it hangs.
 */
export function createWorkLimit(limitMs: number): WorkLimit {
  let pendingCount = 0
  /** Work within its time limit. Each resolves when it ends or starts to hang. */
  const turns = new Set<Promise<unknown>>()
  return async (work) => {
    while (pendingCount >= maxHanging) {
      if (turns.size === 0) return null
      await Promise.race(turns)
    }
    pendingCount++
    const promise = work().finally(() => pendingCount--)
    // The caller has stopped waiting, so a late result or error is dropped.
    promise.catch(() => undefined)
    const controller = new AbortController()
    const timeout = setTimeout(limitMs, null, { signal: controller.signal }).catch(() => null)
    const result = Promise.race([promise.then((value) => ({ value })), timeout])
    const turn = result.catch(() => undefined)
    turns.add(turn)
    try {
      return await result
    } finally {
      turns.delete(turn)
      controller.abort()
    }
  }
}
