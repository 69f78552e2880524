import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Calls `leave` after an element was visible for some milliseconds; never if `ms` is `null`. Waits while the window is
 * hidden, and while the element is hovered or has the focus, so that nothing disappears before it is read.
 */
export function useGoneAfter(
  element: RefObject<HTMLElement | null>,
  ms: number | null,
  leave: () => void,
): void {
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    if (ms === null) return
    let left = ms
    const step = Math.min(ms, 1_000)
    const timer = setInterval(() => {
      const isRead = element.current?.matches(':hover, :focus-within') === true
      if (document.visibilityState !== 'visible' || isRead) return
      left -= step
      if (left > 0) return
      clearInterval(timer)
      latest.current()
    }, step)
    return () => clearInterval(timer)
  }, [element, ms])
}
