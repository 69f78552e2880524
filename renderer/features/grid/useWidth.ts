import { useLayoutEffect, useState } from 'react'

/** How wide an element is, in whole pixels, as long as it is there. Known before the first picture. */
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
