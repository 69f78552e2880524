import { useIsFetching, useIsMutating, useQuery } from '@tanstack/react-query'
import type { Query } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from './call.ts'
import { valueOf } from './problemError.ts'

const waitKey = ['keys.wait'] as const
/** In milliseconds: nothing is asked of the app before, so that what is quick costs nothing. */
const delayMs = 800
const pollMs = 1_000

/** The name of the key store that keeps some call waiting, `null` for none. Asks only while a call takes long. */
export function useKeyStoreWait(): string | null {
  const isLong = useIsLong()
  const storage = useQuery({
    queryKey: waitKey,
    queryFn: () => valueOf(call('keys.storage', {})),
    enabled: isLong,
    refetchInterval: pollMs,
    staleTime: 0,
    gcTime: 0,
  })
  return isLong && storage.data?.waiting ? storage.data.store.name : null
}

/** Ends the wait; the call that waited comes back with a problem of its own. */
export function useCancelKeyWait(): () => void {
  return () => void call('keys.cancel', {})
}

function useIsLong(): boolean {
  const fetching = useIsFetching({ predicate: (query: Query) => query.queryKey[0] !== waitKey[0] })
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
