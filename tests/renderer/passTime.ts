import { vi } from 'vitest'

/**
 * Advances fake time by minutes, or until `isReached`. Returns whether it was reached. Time advances in steps, because
 * an effect may start its timer only after its element is on the screen.
 */
export async function passTime(isReached: () => boolean): Promise<boolean> {
  for (let step = 0; step < 20 && !isReached(); step += 1) {
    vi.advanceTimersByTime(120_000)
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  return isReached()
}
