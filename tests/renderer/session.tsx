import type { ReactNode } from 'react'
import type { AppState } from '../../contract/app/calls/app/app.ts'
import { SessionContext } from '../../renderer/session/Session.tsx'

const profile: AppState['profiles'][number] = {
  id: 'acme',
  kind: 'embedded',
  name: 'Acme',
  color: 'blue',
  notes: '',
  hasApp: true,
  baseUrl: 'http://127.0.0.1:4680/api/v1/sdk',
  linkHosts: ['127.0.0.1:4680'],
  environmentValues: { production: 'production', development: 'development' },
  key: 'none',
  managed: false,
  defaults: 'ours',
  reportsVisits: false,
  canChangeLinks: false,
  hasOwnPaths: false,
  hasImages: false,
}

/** Returns the app's state with the local profile active. */
export function createAppState(overrides: Partial<AppState> = {}): AppState {
  return {
    version: '1.0.0',
    desktop: null,
    managed: [],
    dataFolder: '/data',
    keyStore: { kind: 'keychain', name: 'GNOME Keyring', reason: null },
    profiles: [profile],
    current: { profileId: profile.id, environment: 'development' },
    appearance: 'system',
    copyAtOnce: false,
    singleKeys: true,
    checkCopies: false,
    developer: false,
    notifies: true,
    tray: false,
    quickKeys: null,
    csvDelimiter: null,
    windowNotifies: false,
    quickAccess: null,
    examples: 0,
    notices: [],
    ...overrides,
  }
}

/** Wraps a component in the shell's session with that state. */
export function withSession(
  component: ReactNode,
  overrides: Partial<AppState> = {},
  profileOverrides: Partial<typeof profile> = {},
) {
  const state = createAppState(overrides)
  const session = {
    state,
    current: { profile: { ...profile, ...profileOverrides }, environment: 'development' as const },
    welcomed: false,
  }
  return <SessionContext value={session}>{component}</SessionContext>
}
