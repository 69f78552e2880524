import type { appCalls } from '../../contract/calls/app.ts'
import type { KeyStoreState } from '../../contract/keyStore.ts'
import { ok } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { Host } from '../host.ts'
import type { Keys } from '../keys/keys.ts'
import { shown } from '../profiles/profiles.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { Notices } from './notices.ts'

interface Parts {
  host: Host
  settings: SettingsFile
  keys: Keys
  notices: Notices
  keyStoreState: () => Promise<KeyStoreState>
}

export function appHandlers({
  host,
  settings,
  keys,
  notices,
  keyStoreState,
}: Parts): Pick<Handlers, keyof typeof appCalls> {
  return {
    'app.state': async () => {
      const { profiles, current, appearance } = settings.get()
      return ok({
        version: host.version,
        dataFolder: host.dataFolder,
        keyStore: await keyStoreState(),
        profiles: profiles.map((profile) => shown(profile, keys)),
        current,
        appearance,
        notices: notices.list(),
      })
    },
    'app.setAppearance': async ({ appearance }) => {
      await settings.change((old) => ({ ...old, appearance }))
      return ok(null)
    },
    'app.dismissNotice': ({ id }) => {
      notices.dismiss(id)
      return Promise.resolve(ok(null))
    },
  }
}
