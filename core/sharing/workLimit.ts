import { setTimeout } from 'node:timers/promises'

/** Maximum number of hanging tasks. The app needs Node's other threads for its own files. */
const maxHanging = 2

/**
 * Runs work and returns its value; `null` if it takes too long, or if too much earlier work still hangs. Rejects if the
 * work does.
 */
export type WorkLimit = <T>(work: () => Promise<T>) => Promise<{ value: T } | null>

/** Creates a time limit for work that can't be cancelled, such as reading from a lost network share. */
export function createWorkLimit(limitMs: number): WorkLimit {
  let waiting = 0
  return async (work) => {
    if (waiting >= maxHanging) return null
    waiting++
    const done = work().finally(() => waiting--)
    // The caller has stopped waiting, so a late result or error is dropped.
    done.catch(() => undefined)
    const ended = new AbortController()
    const late = setTimeout(limitMs, null, { signal: ended.signal }).catch(() => null)
    try {
      return await Promise.race([done.then((value) => ({ value })), late])
    } finally {
      ended.abort()
    }
  }
}
