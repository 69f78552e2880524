import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { monitorsCalls, useIsCallSlow } from './slowCalls.ts'
import { unwrapResult } from './problemError.ts'

/** In milliseconds. */
const pollMs = 1_000

/** The name of the key store that keeps some call waiting, `null` for none. Asks only while a call takes long. */
export function useKeyStoreWait(): string | null {
  const isLong = useIsCallSlow()
  const storage = useQuery({
    queryKey: ['keys.wait'],
    meta: monitorsCalls,
    queryFn: () => unwrapResult(call('keys.storage', {})),
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
