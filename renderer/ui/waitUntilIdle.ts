/** In milliseconds. */
const maxWaitMs = 2_000

/** Waits until the window has drawn what it has to and does nothing, but not for ever. Safari does not say when that is. */
export function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: maxWaitMs })
    else setTimeout(resolve, maxWaitMs / 4)
  })
}
