import { useIsFetching, useIsMutating, type Query } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Milliseconds before a call counts as slow. Fast calls cause no extra requests. */
const delayMs = 800

/** Query metadata that excludes a status poll from the slow calls it watches. */
export const monitorsCalls = { monitorsCalls: true } as const

/** Returns whether any call is slow. */
export function useIsCallSlow(): boolean {
  const fetching = useIsFetching({ predicate: ({ meta }: Query) => meta?.['monitorsCalls'] !== true })
  const isBusy = useIsMutating() + fetching > 0
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = isBusy ? setTimeout(() => setIsSlow(true), delayMs) : null
    return () => {
      if (timer !== null) clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isBusy])
  return isSlow
}
