import { useEffect } from 'react'
import { waitUntilIdle } from '../ui/waitUntilIdle.ts'

/** Keeps the keyboard focus in the window. Loaded after the first screen; skipped if it can't be loaded. */
export function useKeepFocus(): void {
  useEffect(() => {
    const unmounted = new AbortController()
    void keepFocusUntil(unmounted.signal)
    return () => unmounted.abort()
  }, [])
}

async function keepFocusUntil(signal: AbortSignal): Promise<void> {
  try {
    await waitUntilIdle()
    const { keepFocus } = await import('./keepFocus.ts')
    if (!signal.aborted) signal.addEventListener('abort', keepFocus(), { once: true })
  } catch {
    // The app has stopped or was updated. Every screen works without this.
  }
}
