import { maxSavedViews } from '../../contract/service/rules/viewLimits.ts'
import { fail, ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { done } from './done.ts'
import type { AppServices } from '../appServices.ts'

const tooManyViews = `There are already ${maxSavedViews} saved views. Delete one that you no longer need.`

/** Saved views are stored in the library, so that backups include them. The layout is a setting of this computer. */
export function viewHandlers({ savedViews, settings }: AppServices) {
  return {
    'views.list': async () => ok(await savedViews.list()),
    'views.save': async (view) =>
      (await savedViews.save(view))
        ? ok(null)
        : fail({ code: 'invalid_input', fields: { name: tooManyViews } }),
    'views.remove': ({ id }) => done(savedViews.remove(id)),
    'views.layout': () => ok(settings.get().listLayout),
    'views.setLayout': (listLayout) => done(settings.change((all) => ({ ...all, listLayout }))),
  } satisfies Partial<Handlers>
}
