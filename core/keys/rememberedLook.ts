import type { KeyStoreError } from './store.ts'

/** What was seen of the key store from outside: its name, and why it can't be used, if so. */
export interface Look {
  name: string
  reason: KeyStoreError | null
}

/** How long a look that ran into its time limit counts, in milliseconds. Any other takes a millisecond or two. */
const rememberedMs = 60_000

/** Looks at the key store, one look at a time, and remembers for a minute that it hangs: every look would wait for it again. */
export function createRememberedLook(take: () => Promise<Look>, now: () => number = () => performance.now()) {
  let current: Promise<Look> | null = null
  let hanging: { look: Look; until: number } | null = null
  const begin = () => {
    const begun = take().then((look) => {
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
    /** The next look is a new one. */
    forget: (): void => {
      current = null
      hanging = null
    },
  }
}
