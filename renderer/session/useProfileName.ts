import { useCallback } from 'react'
import { useProfileNamesInLinks } from '../api/collection.ts'
import { useSession } from './Session.tsx'

/** The name of a profile by its id; `inLinks` is what its links call it where that was read anyway. */
export type ProfileName = (id: string, inLinks?: string) => string

/** What profiles are called, and those of these ids that are gone: they have left their links here, which know their names. */
export function useProfileName(ids: readonly string[]): ProfileName {
  const { profiles } = useSession().state
  const gone = [...new Set(ids)].filter((id) => profiles.every((profile) => profile.id !== id))
  const names = useProfileNamesInLinks(gone)
  return useCallback(
    (id, inLinks) =>
      profiles.find((profile) => profile.id === id)?.name ?? inLinks ?? names[id] ?? 'A removed profile',
    [profiles, names],
  )
}
