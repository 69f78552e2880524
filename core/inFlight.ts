import { setTimeout } from 'node:timers/promises'

/** Resolves after `milliseconds`. Rejects when the signal is aborted. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>

/**
 * Work that must finish before the app closes, such as a call, or a create between its request and its
 * record.
 */
export interface InFlight {
  /** Aborted when the app is closing. Pending waits should then end. */
  signal: AbortSignal
  track: <T>(work: Promise<T>) => Promise<T>
  /**
   * Waits for `milliseconds`, or until the app is closing. `until` replaces the default signal and must
   * include it.
   */
  pause: (milliseconds: number, until?: AbortSignal) => Promise<void>
  /** Repeats work until the app is closing, first after `milliseconds`. Doesn't keep the process alive. */
  repeat: (milliseconds: number, work: () => void) => Promise<void>
  /** Aborts the signal. */
  stop: () => void
  /** Resolves when nothing is in flight. */
  idle: () => Promise<void>
  /** Like `idle`, but waits at most `milliseconds`. */
  idleWithin: (milliseconds: number) => Promise<void>
}

const timerPause: Pause = (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal })

export function createInFlight(pause = timerPause): InFlight {
  const works = new Set<Promise<unknown>>()
  const controller = new AbortController()
  const { signal } = controller
  const idle = async () => {
    while (works.size > 0) await Promise.allSettled(works)
  }
  return {
    signal,
    track: (work) => {
      const tracked = work.finally(() => works.delete(tracked))
      works.add(tracked)
      return tracked
    },
    pause: (milliseconds, until = signal) => pause(milliseconds, until).catch(() => undefined),
    repeat: async (milliseconds, work) => {
      for (;;) {
        await setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
        if (signal.aborted) return
        work()
      }
    },
    stop: () => controller.abort(),
    idle,
    idleWithin: async (milliseconds) => {
      const ended = new AbortController()
      const limit = timerPause(milliseconds, ended.signal).catch(() => undefined)
      await Promise.race([idle(), limit])
      ended.abort()
    },
  }
}
