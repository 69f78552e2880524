import { setTimeout as pause } from 'node:timers/promises'

const delayMs = 500
/** Maximum number of delayed responses at a time. Others are sent without a delay. */
const maxDelayed = 5_000

export type Delay = () => Promise<void>

/** Returns a function that resolves after half a second, or immediately if too many callers are waiting. */
export function createDelayer(): Delay {
  let delayedCount = 0
  return async () => {
    if (delayedCount >= maxDelayed) return
    delayedCount++
    await pause(delayMs)
    delayedCount--
  }
}
