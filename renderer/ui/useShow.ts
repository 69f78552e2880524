import { useEffect, useRef } from 'react'

/** Brings a part of the screen into view when it appears, or says something new; what it answers was pressed elsewhere. */
export function useShow<T extends HTMLElement>(said?: unknown) {
  const part = useRef<T>(null)
  useEffect(() => {
    part.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [said])
  return part
}
