/** Keeps the computer awake during work, and pauses that work if the computer sleeps anyway. */
export type Sleep = ReturnType<typeof createSleep>

/** `keepAwake` is called with whether the computer must stay awake. `clock` must include time asleep. */
export function createSleep(
  keepAwake: (awake: boolean) => void = () => undefined,
  clock: () => number = () => Date.now(),
) {
  let runningCount = 0
  let sleptMs = 0
  let asleep: { since: number; over: Promise<undefined>; end: (value: undefined) => void } | null = null
  return {
    /** Called when the computer is about to sleep. */
    suspend: () => {
      if (asleep) return
      const { promise, resolve } = Promise.withResolvers<undefined>()
      asleep = { since: clock(), over: promise, end: resolve }
    },
    /** Called when the computer is awake again. */
    resume: () => {
      if (!asleep) return
      sleptMs += Math.max(0, clock() - asleep.since)
      asleep.end(undefined)
      asleep = null
    },
    /** Prevents the computer from sleeping while the work runs. */
    during: async <T>(work: () => Promise<T>): Promise<T> => {
      if (runningCount++ === 0) keepAwake(true)
      try {
        return await work()
      } finally {
        if (--runningCount === 0) keepAwake(false)
      }
    },
    /** Waits until the computer is awake or the signal is aborted. */
    untilAwake: async (signal: AbortSignal) => {
      if (asleep && !signal.aborted) await Promise.race([asleep.over, waitUntilAborted(signal)])
    },
    /** Returns the time that the computer has slept since the app started, in milliseconds. */
    sleptMs: () => sleptMs,
  }
}

function waitUntilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
