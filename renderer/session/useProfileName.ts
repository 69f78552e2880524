import { useCallback } from 'react'
import { useProfileNamesInLinks } from '../api/library.ts'
import { useSession } from './Session.tsx'

/**
 * Returns a profile's name by id. `inLinks` is the name recorded in the profile's links, if they are loaded already.
 */
export type ProfileName = (id: string, inLinks?: string) => string

/** Returns profile names by id. Names of deleted profiles come from their links. */
export function useProfileName(ids: readonly string[]): ProfileName {
  const { profiles } = useSession().state
  const deletedIds = [...new Set(ids)].filter((id) => profiles.every((profile) => profile.id !== id))
  const names = useProfileNamesInLinks(deletedIds)
  return useCallback(
    (id, inLinks) =>
      profiles.find((profile) => profile.id === id)?.name ?? inLinks ?? names[id] ?? 'Deleted profile',
    [profiles, names],
  )
}
