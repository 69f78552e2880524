/** In milliseconds. */
const patience = 2_000

/** Waits until the window has drawn what it has to and does nothing, but not for ever. Safari does not say when that is. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: patience })
    else setTimeout(resolve, patience / 4)
  })
}
