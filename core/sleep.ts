/** Keeps the computer awake during work, and pauses that work if the computer sleeps anyway. */
export interface Sleep {
  /** Called when the computer is about to sleep. */
  suspend: () => void
  /** Called when the computer is awake again. */
  resume: () => void
  /** Prevents the computer from sleeping while the work runs. */
  during: <T>(work: () => Promise<T>) => Promise<T>
  /** Waits until the computer is awake or the signal is aborted. */
  untilAwake: (signal: AbortSignal) => Promise<void>
  /** Returns the time that the computer has slept since the app started, in milliseconds. */
  sleptMs: () => number
}

/** `keepAwake` is called with whether the computer must stay awake. `clock` must include time asleep. */
export function createSleep(
  keepAwake: (awake: boolean) => void = () => undefined,
  clock: () => number = () => Date.now(),
): Sleep {
  let runningCount = 0
  let sleptMs = 0
  let asleep: { since: number; over: Promise<undefined>; end: (value: undefined) => void } | null = null
  return {
    suspend: () => {
      if (asleep) return
      const { promise, resolve } = Promise.withResolvers<undefined>()
      asleep = { since: clock(), over: promise, end: resolve }
    },
    resume: () => {
      if (!asleep) return
      sleptMs += Math.max(0, clock() - asleep.since)
      asleep.end(undefined)
      asleep = null
    },
    during: async (work) => {
      if (runningCount++ === 0) keepAwake(true)
      try {
        return await work()
      } finally {
        if (--runningCount === 0) keepAwake(false)
      }
    },
    untilAwake: async (signal) => {
      if (asleep && !signal.aborted) await Promise.race([asleep.over, waitUntilAborted(signal)])
    },
    sleptMs: () => sleptMs,
  }
}

function waitUntilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
