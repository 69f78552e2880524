import { useEffect, useRef } from 'react'

/** Scrolls an element into view when it appears or its content changes, because its trigger may be elsewhere. */
export function useScrollIntoView<T extends HTMLElement>(content?: unknown) {
  const element = useRef<T>(null)
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [content])
  return element
}
