import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { withSignal } from '../links/cancelling.ts'
import type { AppServices } from '../appServices.ts'
import { checkLink } from '../links/checks/check.ts'
import { createCheckRunner } from '../links/checks/checkMany.ts'

export function checkHandlers(parts: AppServices) {
  const { checks } = parts
  const checkRunner = createCheckRunner(parts)
  return {
    'checks.one': ({ id }) =>
      parts.cancelling.during(id, (signal) => checkLink(withSignal(parts, signal), id)),
    'checks.history': async ({ id }) => ok(await checks.history(id)),
    'checks.many': async ({ which }) => ok(await checkRunner.start(which)),
    'checks.left': async () => ok({ links: await checks.countRemaining(0) }),
    'checks.resume': () => ok({ job: checkRunner.resume() }),
    'checks.discard': async () => ok({ links: await checks.clear() }),
  } satisfies Partial<Handlers>
}
