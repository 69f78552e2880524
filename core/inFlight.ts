import { setTimeout } from 'node:timers/promises'

/** Resolves after this many milliseconds. Rejects as soon as the signal is aborted. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>

/** Work that must not be cut off in the middle when the app is closed: a call, or a create between its request and its record. */
export interface InFlight {
  /** Aborted when the app is closing: what waits should stop waiting. */
  signal: AbortSignal
  track: <T>(work: Promise<T>) => Promise<T>
  /** Waits for this many milliseconds, or until the app is closing; or until another signal, which includes that. */
  pause: (milliseconds: number, until?: AbortSignal) => Promise<void>
  /** Tells everybody to stop waiting. */
  stop: () => void
  /** Resolves when nothing is in flight any more. */
  idle: () => Promise<void>
  /** The same, but waits for at most this many milliseconds. */
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
