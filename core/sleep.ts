/** Keeps the computer awake while work goes on, and holds that work back while the computer sleeps all the same. */
export interface Sleep {
  /** The computer is about to sleep. */
  suspend: () => void
  /** The computer is awake again. */
  resume: () => void
  /** Runs work during which the computer does not fall asleep by itself. */
  during: <T>(work: () => Promise<T>) => Promise<T>
  /** Resolves once the computer is awake, or the signal aborts. */
  untilAwake: (signal: AbortSignal) => Promise<void>
  /** Milliseconds that the computer has slept since the app started. */
  sleptMs: () => number
}

/** `keepAwake` hears whether the computer must stay awake; `clock` must count the time asleep. */
export function createSleep(
  keepAwake: (awake: boolean) => void = () => undefined,
  clock: () => number = () => Date.now(),
): Sleep {
  let works = 0
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
      if (works++ === 0) keepAwake(true)
      try {
        return await work()
      } finally {
        if (--works === 0) keepAwake(false)
      }
    },
    untilAwake: async (signal) => {
      if (asleep && !signal.aborted) await Promise.race([asleep.over, aborted(signal)])
    },
    sleptMs: () => sleptMs,
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
