import { setTimeout } from 'node:timers/promises'

/** Maximum number of works that may hang. The app needs the other threads of Node for its own files. */
const maxHanging = 2

/** Runs work, and returns its value; `null` if it takes too long or earlier work still hangs. Rejects if the work does. */
export type WorkLimit = <T>(work: () => Promise<T>) => Promise<{ value: T } | null>

/** Returns a limit of time for work that can't be cancelled, such as reading from a network share that is gone. */
export function createWorkLimit(limitMs: number): WorkLimit {
  let waiting = 0
  return async (work) => {
    if (waiting >= maxHanging) return null
    waiting++
    const done = work().finally(() => waiting--)
    // What is late has no receiver any more.
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
