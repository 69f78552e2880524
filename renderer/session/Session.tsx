import { createContext, useContext } from 'react'
import type { AppState } from '../../contract/app/calls/app/app.ts'
import type { Current } from './currentProfile.ts'

export interface Session {
  state: AppState
  current: Current
  /** Whether the window started with the welcome screen. */
  welcomed: boolean
}

/** Provides the app's state and the active profile to every screen inside the shell. */
export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('A screen is used outside of the shell.')
  return session
}
