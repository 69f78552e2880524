import { vi } from 'vitest'

/**
 * Lets minutes of fake time pass, until `isReached` or for good. Returns whether it was reached. Time passes in several
 * steps, because an effect may start its timer after what it belongs to is on the screen.
 */
export async function passTime(isReached: () => boolean): Promise<boolean> {
  for (let step = 0; step < 20 && !isReached(); step += 1) {
    vi.advanceTimersByTime(120_000)
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  return isReached()
}
