import type { appLinkCalls } from '../../contract/calls/appLinks.ts'
import { ok } from '../../contract/result.ts'
import type { AppLinkChecks } from '../appLinks/checks.ts'
import type { Handlers } from '../dispatch.ts'
import type { Cancelling } from '../links/cancelling.ts'

export function appLinkHandlers(
  checks: AppLinkChecks,
  cancelling: Cancelling,
): Pick<Handlers, keyof typeof appLinkCalls> {
  return {
    // Without an id, it can't be cancelled.
    'appLinks.check': ({ id = '', ...query }) =>
      cancelling.during(id, (signal) => checks.check(query, signal)),
    'appLinks.get': (query) => Promise.resolve(ok(checks.get(query))),
  }
}
