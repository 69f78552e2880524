import { randomUUID } from 'node:crypto'
import { lateResultPath } from '../contract/app/window/windowAddress.ts'

/** Milliseconds after which a call gets the path of its late result. See decision 25. */
export const defaultLateAfterMs = 1_000

/** Milliseconds that a result is kept for a window that doesn't fetch it. */
const retentionMs = 120_000

/** The response to a call: its result, or the path where it can be fetched. */
export type LateResult = { result: unknown } | { path: string }

/**
 * Returns the store of late results. A browser opens at most six connections to a host, so calls that wait for a silent
 * service would keep the window from everything else.
 */
export function createLateResults(lateAfterMs: number) {
  const pending = new Map<string, Promise<unknown>>()
  const waitAtMost = async (result: Promise<unknown>, ms: number, id: string): Promise<LateResult> => {
    const lateResult = { path: lateResultPath(id) }
    const done = result.then((value) => ({ result: value }))
    const timeout = new Promise<LateResult>((resolve) => setTimeout(resolve, ms, lateResult).unref())
    return await Promise.race([done, timeout])
  }
  return {
    /** Waits briefly for a result. */
    waitBriefly: async (result: Promise<unknown>) => {
      const id = randomUUID()
      const outcome = await waitAtMost(result, lateAfterMs, id)
      if ('path' in outcome) {
        pending.set(id, result)
        void result.finally(() => setTimeout(() => pending.delete(id), retentionMs).unref())
      }
      return outcome
    },
    /** Returns a late result, once it exists and only once; `null` if there is none with this id. */
    take: (id: string) => {
      const result = pending.get(id)
      if (!result) return null
      return waitAtMost(result, 0, id).then((outcome) => {
        if ('result' in outcome) pending.delete(id)
        return outcome
      })
    },
  }
}
