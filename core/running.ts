/** Work that must not be cut off in the middle when the app is closed: a create between its request and its record. */
export interface Running {
  /** Aborted when the app is closing: what waits should stop waiting. */
  signal: AbortSignal
  track: <T>(work: Promise<T>) => Promise<T>
  /** Tells everybody to stop waiting. */
  stop: () => void
  /** Resolves when nothing runs any more. */
  idle: () => Promise<void>
}

export function createRunning(): Running {
  const works = new Set<Promise<unknown>>()
  const controller = new AbortController()
  return {
    signal: controller.signal,
    track: (work) => {
      const tracked = work.finally(() => works.delete(tracked))
      works.add(tracked)
      return tracked
    },
    stop: () => controller.abort(),
    idle: async () => {
      while (works.size > 0) await Promise.allSettled(works)
    },
  }
}
