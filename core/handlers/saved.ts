import { maxSavedViews } from '../../contract/service/rules/viewLimits.ts'
import { fail, ok } from '../../contract/app/problems/result.ts'
import type { AppServices } from '../appServices.ts'
import type { Handlers } from '../dispatch.ts'
import { findProfile } from '../profiles/profiles.ts'
import { done } from './done.ts'

type Parts = Pick<AppServices, 'drafts' | 'presets' | 'savedViews' | 'ownSources' | 'settings'>

const tooManyViews = `There are already ${maxSavedViews} saved views. Delete one that you no longer need.`

/**
 * What people save for later. Settings of this computer are the layout of the list and the QR code style of each profile;
 * everything else is stored in the library, so that backups include it.
 */
export function savedHandlers({ drafts, presets, savedViews, ownSources, settings }: Parts) {
  return {
    'drafts.list': async () => ok(await drafts.list()),
    'drafts.save': (draft) => done(drafts.save(draft)),
    'drafts.remove': ({ id }) => done(drafts.remove(id)),
    'presets.list': async () => {
      const [list, defaults] = await Promise.all([presets.list(), presets.defaults()])
      return ok({ presets: list, defaults })
    },
    'presets.save': (preset) => done(presets.save(preset)),
    'presets.remove': ({ id }) => done(presets.remove(id)),
    'presets.setDefault': ({ profileId, presetId }) => done(presets.setDefault(profileId, presetId)),
    'views.list': async () => ok(await savedViews.list()),
    'views.save': async (view) =>
      (await savedViews.save(view))
        ? ok(null)
        : fail({ code: 'invalid_input', fields: { name: tooManyViews } }),
    'views.remove': ({ id }) => done(savedViews.remove(id)),
    'views.layout': () => ok(settings.get().listLayout),
    'views.setLayout': (listLayout) => done(settings.change((all) => ({ ...all, listLayout }))),
    'channels.sources': async () => ok({ sources: await ownSources.get() }),
    'channels.saveSources': ({ sources }) => done(ownSources.save(sources)),
    'qrStyles.get': ({ id }) => {
      const { qrStyles } = settings.get()
      return ok(Object.hasOwn(qrStyles, id) ? (qrStyles[id] ?? null) : null)
    },
    'qrStyles.set': ({ id, style }) => {
      const profile = findProfile(settings, id)
      if (!profile.ok) return profile
      return done(settings.change((all) => ({ ...all, qrStyles: { ...all.qrStyles, [id]: style } })))
    },
  } satisfies Partial<Handlers>
}
