const maxWaitMs = 2_000

/** Resolves when the window is idle, or after a maximum wait. Safari has no idle callback. */
export function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: maxWaitMs })
    else setTimeout(resolve, maxWaitMs / 4)
  })
}
