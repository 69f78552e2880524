import { useEffect, useRef } from 'react'

/** Brings a part of the screen into view when it appears; what it answers was pressed somewhere else. */
export function useShow<T extends HTMLElement>() {
  const part = useRef<T>(null)
  useEffect(() => {
    part.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [])
  return part
}
