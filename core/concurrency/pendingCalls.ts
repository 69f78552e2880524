/** Runs a call's work. A call with the same id that arrives meanwhile gets the same result. */
export type SharePending<T> = (id: string, work: () => Promise<T>) => Promise<T>

/** Returns a function for calls that must not run twice at once, such as after a second click. */
export function createPendingCalls<T>(): SharePending<T> {
  const pending = new Map<string, Promise<T>>()
  return (id, work) => {
    const running = pending.get(id)
    if (running) return running
    const started = work().finally(() => pending.delete(id))
    pending.set(id, started)
    return started
  }
}
