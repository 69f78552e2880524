import type { appCalls, Preferences } from '../../contract/app/calls/app/app.ts'
import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { rememberOffers } from '../library/backupOffers.ts'
import { toSavedProfile } from '../profiles/profiles.ts'
import type { AppServices } from '../appServices.ts'

type Parts = Pick<
  AppServices,
  | 'host'
  | 'policy'
  | 'settings'
  | 'keys'
  | 'notices'
  | 'systemStore'
  | 'services'
  | 'crashReports'
  | 'longWork'
>

export function appHandlers({
  host,
  policy,
  settings,
  keys,
  notices,
  systemStore,
  services,
  crashReports,
  longWork,
}: Parts): Pick<Handlers, keyof typeof appCalls> {
  return {
    'app.state': async () => {
      const { profiles, current, appearance, csvDelimiter, ...others } = settings.get()
      const { copyAtOnce, singleKeys, developer, checkCopies } = others
      return ok({
        version: host.version,
        desktop: host.desktop ?? null,
        dataFolder: host.dataFolder,
        managed: policy.managed,
        keyStore: await systemStore.state(),
        profiles: profiles.map((profile) => toSavedProfile(profile, { keys, services, policy })),
        current,
        appearance,
        copyAtOnce,
        singleKeys,
        developer,
        checkCopies,
        csvDelimiter,
        notices: notices.list(),
      })
    },
    'app.longWork': () => {
      const mayAsk = host.asksBeforeQuitting !== true
      const running = longWork.current()
      return Promise.resolve(ok({ running, windowAsks: mayAsk && longWork.quitWarning() !== null }))
    },
    'app.setPreferences': async (preferences) => {
      // Input is JSON, so that no member is `undefined`.
      await settings.change((old) => ({ ...old, ...(preferences as Preferences) }))
      if (preferences.appearance) host.applyAppearance?.(preferences.appearance)
      return ok(null)
    },
    'app.dismissNotice': async ({ id }) => {
      crashReports.dismiss(id)
      notices.dismiss(id)
      await rememberOffers({ settings, notices })
      return ok(null)
    },
    'app.deleteReport': ({ id }) => {
      crashReports.forget(id)
      notices.dismiss(id)
      return Promise.resolve(ok(null))
    },
  }
}
