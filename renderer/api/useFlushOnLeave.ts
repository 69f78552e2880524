import { useEffect } from 'react'

/** Saves pending input when the window is hidden or closed, and when the component unmounts. `flush` must be stable. */
export function useFlushOnLeave(flush: () => void): void {
  useEffect(() => {
    // `visibilitychange` bubbles from the document.
    addEventListener('visibilitychange', flush)
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('visibilitychange', flush)
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
}
