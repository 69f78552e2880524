import type { Session, session as electronSession } from 'electron'
import { downloads } from './downloads.ts'
import { networkAccess } from './networkAccess.ts'
import { scenario } from './scenario.ts'
import { assertReady } from './state.ts'
import { assertArgument, createStrict } from './strict.ts'

type Handler = ((...args: never[]) => unknown) | null

/** The handlers with which a session decides. By default, Electron allows everything. */
export const decisions: Record<'check' | 'request' | 'device', Handler> = {
  check: null,
  request: null,
  device: null,
}

function createSetter(kind: keyof typeof decisions) {
  return (handler: unknown): void => {
    assertArgument(
      typeof handler === 'function' || handler === null,
      'A permission handler must be a function or null',
    )
    decisions[kind] = handler as Handler
  }
}

type Used =
  | 'resolveProxy'
  | 'setDevicePermissionHandler'
  | 'setPermissionCheckHandler'
  | 'setPermissionRequestHandler'

const defaultSession = createStrict('session.defaultSession', {
  setPermissionCheckHandler: createSetter('check'),
  setPermissionRequestHandler: createSetter('request'),
  setDevicePermissionHandler: createSetter('device'),
  ...downloads,
  ...networkAccess,
  // Asks the system for every host's proxy. The test provides the answer.
  resolveProxy: (url: string): Promise<string> => {
    assertArgument(URL.canParse(url), 'session.resolveProxy takes a URL')
    return Promise.resolve(scenario.proxy)
  },
} satisfies Pick<Session, Used>)

export const session = createStrict('session', {
  get defaultSession() {
    assertReady('session')
    return defaultSession
  },
} satisfies Record<keyof Pick<typeof electronSession, 'defaultSession'>, Pick<Session, Used>>)
