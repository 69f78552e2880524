import { useEffect, useRef } from 'react'

/** Returns a function that returns whether the calling component is still on the screen. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return () => isMounted.current
}
