import { useEffect, useEffectEvent, type RefObject } from 'react'

/**
 * Calls `dismiss` after an element was visible for `ms` milliseconds; never if `ms` is `null`. The time stops while the
 * window is hidden, or the element is hovered or has the keyboard's focus. The focus of a clicked button doesn't count.
 */
export function useDismissAfter(
  element: RefObject<HTMLElement | null>,
  ms: number | null,
  dismiss: () => void,
): void {
  const end = useEffectEvent(dismiss)
  useEffect(() => {
    if (ms === null) return
    let remaining = ms
    const step = Math.min(ms, 1_000)
    const timer = setInterval(() => {
      const isRead = element.current?.matches(':hover, :has(:focus-visible)') === true
      if (document.visibilityState !== 'visible' || isRead) return
      remaining -= step
      if (remaining > 0) return
      clearInterval(timer)
      end()
    }, step)
    return () => clearInterval(timer)
  }, [element, ms])
}
