import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallInput, CallOutput } from '../../contract/app/calls/calls.ts'
import type { Lookup } from '../../contract/app/calls/links/links.ts'
import { useAppState } from './app.ts'
import { request } from './call.ts'
import { monitorsCalls } from './slowCalls.ts'
import { invalidateCalls } from './useCall.ts'

/** Poll interval while links are looked up, in milliseconds. */
const pollMs = 300

/** How far looking up many links has got. */
export interface LookupsState extends Omit<CallOutput<'lookups.open'>, 'changed'> {
  lookups: readonly Lookup[]
}

/** Looks up pasted links, or shows how far that has got. It goes on in the app, whatever the window shows. */
export function usePastedLookups(search: Omit<CallInput<'lookups.open'>, 'after'>) {
  const client = useQueryClient()
  const profiles = useAppState().data?.profiles
  const { links, context, isContextChosen } = search
  const queryKey = ['lookups.open', links, context, isContextChosen] as const
  const query = useQuery<LookupsState>({
    queryKey,
    meta: monitorsCalls,
    queryFn: async () => {
      const before = client.getQueryData<LookupsState>(queryKey)
      const input = { ...search, after: before?.revision ?? 0 }
      const { changed, ...state } = await request('lookups.open', input)
      const lookups = [...(before?.lookups ?? [])]
      for (const { index, lookup } of changed) lookups[index] = lookup
      return { ...state, lookups }
    },
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
