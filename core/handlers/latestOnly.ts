/** Does work for a key while nothing else is done for it. */
export type LatestOnly = <T>(key: string, work: (replaced: AbortSignal) => Promise<T>) => Promise<T>

/** Returns a function that aborts the earlier work of the same key, and begins the new work when that has ended. */
export function createLatestOnly(): LatestOnly {
  const latest = new Map<string, { controller: AbortController; ended: Promise<unknown> }>()
  return async (key, work) => {
    const earlier = latest.get(key)
    earlier?.controller.abort()
    const controller = new AbortController()
    const done = Promise.resolve(earlier?.ended).then(() => work(controller.signal))
    const entry = { controller, ended: done.catch(() => undefined) }
    latest.set(key, entry)
    try {
      return await done
    } finally {
      if (latest.get(key) === entry) latest.delete(key)
    }
  }
}
