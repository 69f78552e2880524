import { useWindowEvent } from '@mantine/hooks'
import { useEffect } from 'react'

/** Saves pending input when the window is hidden or closed, and when the component unmounts. `flush` must be stable. */
export function useFlushOnLeave(flush: () => void): void {
  // `visibilitychange` bubbles from the document.
  useWindowEvent('visibilitychange', flush)
  useWindowEvent('pagehide', flush)
  useEffect(() => flush, [flush])
}
