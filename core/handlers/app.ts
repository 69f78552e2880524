import { preferenceNames, type Preferences } from '../../contract/app/calls/app/app.ts'
import { pick } from '../../contract/service/link/fields.ts'
import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { Host } from '../host.ts'
import { rememberOffers } from '../library/backupOffers.ts'
import { toSavedProfile } from '../profiles/profiles.ts'
import type { AppServices } from '../appServices.ts'

/** Applies the preferences that concern the system around the window. */
export function applyToHost(host: Host, preferences: Preferences): void {
  host.applyAppearance?.(preferences.appearance)
  host.quickAccess?.apply(preferences)
}

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
}: AppServices) {
  return {
    'app.state': async () => {
      const saved = settings.get()
      const { profiles, current, csvDelimiter, examples } = saved
      return ok({
        version: host.version,
        desktop: host.desktop ?? null,
        dataFolder: host.dataFolder,
        managed: policy.managed,
        keyStore: await systemStore.state(),
        profiles: profiles.map((profile) => toSavedProfile(profile, { keys, services, policy })),
        current,
        ...pick(saved, preferenceNames),
        csvDelimiter,
        windowNotifies: host.notify === undefined,
        quickAccess: host.quickAccess ? { problem: host.quickAccess.problem() } : null,
        examples: examples.length,
        notices: notices.list(),
      })
    },
    'app.longWork': () => {
      const mayAsk = host.asksBeforeQuitting !== true
      const running = longWork.current()
      return ok({ running, windowAsks: mayAsk && longWork.quitWarning() !== null })
    },
    'app.setPreferences': async (preferences) => {
      // Input is JSON, so that no member is `undefined`.
      await settings.change((old) => ({ ...old, ...(preferences as Preferences) }))
      applyToHost(host, settings.get())
      return ok(null)
    },
    'app.dismissNotice': async ({ id }) => {
      crashReports.dismiss(id)
      notices.dismiss(id)
      await rememberOffers(settings, notices)
      return ok(null)
    },
    'app.deleteReport': ({ id }) => {
      crashReports.forget(id)
      notices.dismiss(id)
      return ok(null)
    },
  } satisfies Partial<Handlers>
}
