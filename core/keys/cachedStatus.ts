import type { KeyStoreError } from './store.ts'

/** The visible state of the key store: its name, and the reason if it can't be used. */
export interface KeyStoreStatus {
  name: string
  reason: KeyStoreError | null
}

/** How long a timed-out result is reused, in milliseconds. Other checks take only a millisecond or two. */
const cacheDurationMs = 60_000

/**
 * Checks the key store, one check at a time. Caches a timeout for a minute, because every further check would hang as
 * well.
 */
export function createCachedStatus(
  read: () => Promise<KeyStoreStatus>,
  now: () => number = () => performance.now(),
) {
  let current: Promise<KeyStoreStatus> | null = null
  let cachedTimeout: { status: KeyStoreStatus; until: number } | null = null
  const startRead = () => {
    const pending = read().then((status) => {
      if (current !== pending) return status
      current = null
      const isTimeout = status.reason === 'bus_hangs' || status.reason === 'timed_out'
      cachedTimeout = isTimeout ? { status, until: now() + cacheDurationMs } : null
      return status
    })
    return pending
  }
  return {
    get: async (): Promise<KeyStoreStatus> => {
      if (cachedTimeout && now() < cachedTimeout.until) return cachedTimeout.status
      return await (current ??= startRead())
    },
    /** Forces a new check. */
    forget: (): void => {
      current = null
      cachedTimeout = null
    },
  }
}
