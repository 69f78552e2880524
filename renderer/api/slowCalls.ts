import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import type { Query } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** In milliseconds: nothing is asked of the app before, so that what is quick costs nothing. */
const delayMs = 800

/** Marks a query that looks after the calls that take long, and so is none of them. */
export const monitorsCalls = { monitorsCalls: true } as const

/** Whether some call takes long. */
export function useIsCallSlow(): boolean {
  const fetching = useIsFetching({ predicate: ({ meta }: Query) => meta?.['looksAfter'] !== true })
  const busy = useIsMutating() + fetching > 0
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = busy ? setTimeout(() => setLong(true), delayMs) : null
    return () => {
      if (timer !== null) clearTimeout(timer)
      setLong(false)
    }
  }, [busy])
  return long
}
