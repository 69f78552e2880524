import { useCallback } from 'react'
import { useProfileNamesInLinks } from '../api/library.ts'
import { useSession } from './Session.tsx'

/** Returns a profile's name by id. `inLinks` is its name in its links, if already loaded. */
export type ProfileName = (id: string, inLinks?: string) => string

/** Returns profile names, including those of deleted profiles with these ids, which come from their links. */
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
