import { useLayoutEffect, useState } from 'react'

/** Returns an element's width in whole pixels while it is mounted. Measured before the first paint. */
export function useWidth(target: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current: element } = target
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [target])
  return width
}
