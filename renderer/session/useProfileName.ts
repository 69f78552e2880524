import { useCallback } from 'react'
import { useProfileNamesInLinks } from '../api/library.ts'
import { useSession } from './Session.tsx'

export type ProfileName = (id: string) => string

/** Returns the name of the profile of a link or run; the last known one if the profile was deleted. */
export function useNameOfProfile({ profileId, profileName }: { profileId: string; profileName: string }) {
  return useSession().state.profiles.find(({ id }) => id === profileId)?.name ?? profileName
}

/** Returns profile names by id. Names of deleted profiles come from their links. */
export function useProfileName(ids: readonly string[]): ProfileName {
  const { profiles } = useSession().state
  const deletedIds = [...new Set(ids)].filter((id) => profiles.every((profile) => profile.id !== id))
  const names = useProfileNamesInLinks(deletedIds)
  return useCallback(
    (id) => profiles.find((profile) => profile.id === id)?.name ?? names[id] ?? 'Deleted profile',
    [profiles, names],
  )
}
