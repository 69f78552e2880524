import { useEffect, useRef } from 'react'

/** Brings a part of the screen into view when it appears, or says something new; what it answers was pressed elsewhere. */
export function useScrollIntoView<T extends HTMLElement>(content?: unknown) {
  const part = useRef<T>(null)
  useEffect(() => {
    part.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [content])
  return part
}
