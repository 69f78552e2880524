import { useEffect, useRef } from 'react'

/** Scrolls an element into view when it appears or its content changes, because its trigger may be elsewhere. */
export function useScrollIntoView<T extends HTMLElement>(content?: unknown) {
  const part = useRef<T>(null)
  useEffect(() => {
    part.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [content])
  return part
}
