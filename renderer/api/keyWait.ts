import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { looksAfter, useIsLong } from './isLong.ts'
import { valueOf } from './problemError.ts'

/** In milliseconds. */
const pollMs = 1_000

/** The name of the key store that keeps some call waiting, `null` for none. Asks only while a call takes long. */
export function useKeyStoreWait(): string | null {
  const isLong = useIsLong()
  const storage = useQuery({
    queryKey: ['keys.wait'],
    meta: looksAfter,
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
