import { expect, vi } from 'vitest'

/**
 * Advances fake time in steps, because an effect may start its timer only after its element is on the screen. If
 * something is expected, continues until it happens, however slow the machine is. Otherwise, expects that it has not
 * happened after 20 steps.
 */
export async function expectInTime(hasHappened: () => boolean, isExpected: boolean): Promise<void> {
  let steps = 0
  await expect
    .poll(() => {
      if (!hasHappened()) vi.advanceTimersByTime(120_000)
      steps++
      return hasHappened() || (!isExpected && steps >= 20)
    })
    .toBe(true)
  expect(hasHappened()).toBe(isExpected)
}
