import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TeamState } from '../../contract/app/calls/links/team.ts'
import { linkCalls } from './invalidation.ts'
import { invalidateCalls, useCall } from './useCall.ts'

/** Poll intervals while a list is read, and otherwise, in milliseconds. */
const readingMs = 1_000
const idleMs = 5_000

/** Returns how a profile follows its team's links, and refetches links whenever some were added or changed. */
export function useTeam(profileId: string): TeamState | undefined {
  const client = useQueryClient()
  const { data } = useCall(
    'team.state',
    { profileId },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.isReading === true ? readingMs : idleMs),
    },
  )
  const changes = data?.changes ?? 0
  useEffect(() => {
    if (changes > 0) void invalidateCalls(client, [...linkCalls, 'checks.history', 'jobs.list'])
  }, [client, changes])
  return data
}
