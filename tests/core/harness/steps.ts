import { vi } from 'vitest'

/** Returns a step that is over after a number of rows. */
export function stopAfter(rows: number): () => boolean {
  let left = rows
  return () => --left <= 0
}

/** Makes each step on this thread end after two rows. Restored by `vi.restoreAllMocks`. */
export function shortenSteps(): void {
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 11))
}
