import type { AppState } from '../../contract/app/calls/app/app.ts'
import type { Environment } from '../../contract/service/api/headers.ts'

export type SavedProfile = AppState['profiles'][number]

/** The active profile and environment. */
export interface Current {
  profile: SavedProfile
  environment: Environment
}

/** Returns the active profile and environment; `null` if there is no profile yet. */
export function findCurrent(state: AppState): Current | null {
  const { current, profiles } = state
  const profile = profiles.find(({ id }) => id === current?.profileId)
  return current && profile ? { profile, environment: current.environment } : null
}
