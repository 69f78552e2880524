import type { AppState } from '../../contract/calls/app.ts'
import type { Environment } from '../../contract/headers.ts'

export type SavedProfile = AppState['profiles'][number]

/** The profile and environment in force. */
export interface Current {
  profile: SavedProfile
  environment: Environment
}

/** What is in force, with the profile itself; `null` before the first one. */
export function findCurrent(state: AppState): Current | null {
  const { current, profiles } = state
  const profile = profiles.find(({ id }) => id === current?.profileId)
  return current && profile ? { profile, environment: current.environment } : null
}
