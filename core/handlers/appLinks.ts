import { ok } from '../../contract/app/problems/result.ts'
import type { AppServices } from '../appServices.ts'
import type { Handlers } from '../dispatch.ts'

export function appLinkHandlers({ appLinks, cancelling }: AppServices) {
  return {
    // Without an id, it can't be cancelled.
    'appLinks.check': ({ id = '', confirmed = false, copies = false, ...query }) =>
      cancelling.during(id, (signal) => appLinks.check(query, signal, { confirmed, copies })),
    'appLinks.get': (query) => ok(appLinks.get(query)),
  } satisfies Partial<Handlers>
}
