/** Runs work for a key. Aborts the key's previous work and waits until it has ended. */
export type LatestOnly = <T>(key: string, work: (replaced: AbortSignal) => Promise<T>) => Promise<T>

/** Creates a runner that allows one piece of work per key. The latest replaces the previous one. */
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
