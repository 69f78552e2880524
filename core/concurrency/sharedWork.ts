/** Deduplicates concurrent work by key: callers that arrive while it runs share the result. */
export type SharedWork<T> = (
  key: string,
  work: (signal: AbortSignal) => Promise<T>,
  /** Stops waiting. The work is aborted when its last caller stops waiting. */
  signal: AbortSignal,
) => Promise<T>

interface Running<T> {
  promise: Promise<T>
  controller: AbortController
  waiting: number
}

/** Creates a set of shared work. `closing` aborts all of it. */
export function createSharedWork<T>(closing: AbortSignal): SharedWork<T> {
  const running = new Map<string, Running<T>>()

  const start = (key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> => {
    const controller = new AbortController()
    const promise = work(AbortSignal.any([controller.signal, closing]))
    const entry = { promise, controller, waiting: 0 }
    running.set(key, entry)
    const forget = () => {
      if (running.get(key) === entry) running.delete(key)
    }
    promise.then(forget, forget)
    return entry
  }
  return async (key, work, signal) => {
    signal.throwIfAborted()
    const entry = running.get(key) ?? start(key, work)
    entry.waiting += 1
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const stopWaiting = () => {
      entry.waiting -= 1
      reject(signal.reason as Error)
      if (entry.waiting > 0) return
      // A later caller must not join work that is being stopped.
      if (running.get(key) === entry) running.delete(key)
      entry.controller.abort(signal.reason)
    }
    signal.addEventListener('abort', stopWaiting, { once: true })
    try {
      return await Promise.race([entry.promise, aborted])
    } finally {
      signal.removeEventListener('abort', stopWaiting)
    }
  }
}
