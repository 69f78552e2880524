import type { KeyStoreError } from './store.ts'

/** The visible state of the key store: its name, and the reason if it can't be used. */
export interface Look {
  name: string
  reason: KeyStoreError | null
}

/** How long a timed-out result is reused, in milliseconds. Other checks take only a millisecond or two. */
const rememberedMs = 60_000

/**
 * Checks the key store, one check at a time. Caches a timeout for a minute, because every further check would hang as
 * well.
 */
export function createRememberedLook(read: () => Promise<Look>, now: () => number = () => performance.now()) {
  let current: Promise<Look> | null = null
  let hanging: { look: Look; until: number } | null = null
  const begin = () => {
    const begun = read().then((look) => {
      if (current !== begun) return look
      current = null
      const hangs = look.reason === 'bus_hangs' || look.reason === 'timed_out'
      hanging = hangs ? { look, until: now() + rememberedMs } : null
      return look
    })
    return begun
  }
  return {
    get: async (): Promise<Look> => {
      if (hanging && now() < hanging.until) return hanging.look
      return await (current ??= begin())
    },
    /** Forces a new check. */
    forget: (): void => {
      current = null
      hanging = null
    },
  }
}
