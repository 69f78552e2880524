import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TeamState } from '../../contract/app/calls/links/team.ts'
import { linkCalls } from './invalidation.ts'
import { callQuery, invalidateCalls } from './useCall.ts'

/** Poll intervals while a list is read, and otherwise, in milliseconds. */
const readingMs = 1_000
const idleMs = 5_000

function teamQuery(profileId: string) {
  return {
    ...callQuery('team.state', { profileId }),
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data?: TeamState | undefined } }) =>
      state.data?.isReading === true ? readingMs : idleMs,
  }
}

/** Returns how a profile follows its team's links. */
export function useTeam(profileId: string): TeamState | undefined {
  return useQuery(teamQuery(profileId)).data
}

/** Refetches links whenever the list of one of these profiles has added or changed some: *Links* shows those of all profiles. */
export function useTeamChanges(profileIds: readonly string[]): void {
  const client = useQueryClient()
  const changes = useQueries({
    queries: profileIds.map(teamQuery),
    combine: (teams) => teams.reduce((sum, { data }) => sum + (data?.changes ?? 0), 0),
  })
  useEffect(() => {
    if (changes > 0) void invalidateCalls(client, [...linkCalls, 'checks.history', 'jobs.list'])
  }, [client, changes])
}
