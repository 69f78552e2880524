import type { Settings } from './shape.ts'

type ProfileSharing = Settings['sharing'][string]

/** Returns settings with a profile's sharing changed. Does nothing if the profile was removed in the meantime. */
export function withSharing(
  all: Settings,
  profileId: string,
  change: (sharing: ProfileSharing) => ProfileSharing,
): Settings {
  if (!all.profiles.some(({ id }) => id === profileId)) return all
  const changed = change(all.sharing[profileId] ?? { file: null, service: null })
  return { ...all, sharing: { ...all.sharing, [profileId]: changed } }
}
