import { useQuery } from '@tanstack/react-query'
import { call, request } from './call.ts'
import { monitorsCalls, useIsCallSlow } from './slowCalls.ts'

/** Poll interval in milliseconds. */
const pollMs = 1_000

/** Returns the name of the key store that is blocking a call, or `null`. Polls only while a call is slow. */
export function useKeyStoreWait(): string | null {
  const isLong = useIsCallSlow()
  const storage = useQuery({
    queryKey: ['keys.wait'],
    meta: monitorsCalls,
    queryFn: () => request('keys.storage', {}),
    enabled: isLong,
    refetchInterval: pollMs,
    staleTime: 0,
    gcTime: 0,
  })
  return isLong && storage.data?.waiting ? storage.data.store.name : null
}

/** Cancels the wait. The blocked call then fails with its own problem. */
export function cancelKeyWait(): void {
  void call('keys.cancel', {})
}
