import { setTimeout as pause } from 'node:timers/promises'

const delayMs = 500
/** Maximum number of answers that are delayed at a time. Further ones are sent without a delay. */
const maxDelayed = 5_000

export type Delay = () => Promise<void>

/** Returns a function that resolves after half a second, or at once if too many callers are waiting already. */
export function delayer(): Delay {
  let delayed = 0
  return async () => {
    if (delayed >= maxDelayed) return
    delayed++
    await pause(delayMs)
    delayed--
  }
}
