import type { Client } from '../client/client.ts'
import type { InFlight } from '../inFlight.ts'

/** Requests that the user can cancel while they are in progress, by call id. */
export type Cancelling = ReturnType<typeof createCancelling>

export function createCancelling() {
  const running = new Map<string, Set<AbortController>>()
  return {
    /** Runs a call's work with a signal that `cancel` aborts. */
    during: async <T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
      const controller = new AbortController()
      const controllers = running.get(id) ?? new Set()
      running.set(id, controllers.add(controller))
      try {
        return await work(controller.signal)
      } finally {
        controllers.delete(controller)
        if (controllers.size === 0) running.delete(id)
      }
    },
    /** Cancels a call. Does nothing if no call with this id is running. */
    cancel: (id: string) => {
      const reason = new DOMException('The request was cancelled in the window.', 'AbortError')
      for (const controller of running.get(id) ?? []) controller.abort(reason)
    },
  }
}

/** Returns a copy of the parts whose requests and pauses end when the signal is aborted. */
export function withSignal<P extends { client: Client; inFlight: InFlight }>(
  parts: P,
  signal: AbortSignal,
): P {
  const { client, inFlight } = parts
  const combinedSignal = AbortSignal.any([inFlight.signal, signal])
  return {
    ...parts,
    client: client.until(signal),
    inFlight: {
      ...inFlight,
      signal: combinedSignal,
      pause: (milliseconds, until = combinedSignal) => inFlight.pause(milliseconds, until),
    },
  }
}
