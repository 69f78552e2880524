import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallInput } from '../../contract/app/calls/calls.ts'
import { useAppState } from './app.ts'
import { request } from './call.ts'
import { monitorsCalls } from './slowCalls.ts'
import { invalidateCalls } from './useCall.ts'

/** Poll interval while links are looked up, in milliseconds. */
const pollMs = 500

/** Looks up pasted links, or shows how far that has got. It goes on in the app, whatever the window shows. */
export function usePastedLookups(search: CallInput<'lookups.open'>) {
  const client = useQueryClient()
  const profiles = useAppState().data?.profiles
  const { links, context, isContextChosen } = search
  const query = useQuery({
    queryKey: ['lookups.open', links, context, isContextChosen],
    meta: monitorsCalls,
    queryFn: () => request('lookups.open', search),
    refetchInterval: ({ state }) => (state.data?.phase === 'running' ? pollMs : false),
    staleTime: 0,
  })
  // A profile may have got the domain of a link that no service was asked about.
  useEffect(() => void invalidateCalls(client, ['lookups.open']), [client, profiles])
  const hasEnded = query.data !== undefined && query.data.phase !== 'running'
  useEffect(() => {
    // A service's answers may have identified it and its domains.
    if (hasEnded) void invalidateCalls(client, ['app.state'])
  }, [client, hasEnded])
  return query
}
