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
    const one = { promise, controller, waiting: 0 }
    running.set(key, one)
    const forget = () => {
      if (running.get(key) === one) running.delete(key)
    }
    promise.then(forget, forget)
    return one
  }
  return async (key, work, signal) => {
    signal.throwIfAborted()
    const one = running.get(key) ?? start(key, work)
    one.waiting += 1
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const leave = () => {
      one.waiting -= 1
      reject(signal.reason as Error)
      if (one.waiting > 0) return
      // A later caller must not join work that is being stopped.
      if (running.get(key) === one) running.delete(key)
      one.controller.abort(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([one.promise, aborted])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}
