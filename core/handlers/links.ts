import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { createLink, readRecord } from '../links/create/create.ts'
import { createIntents } from '../links/intents/intents.ts'
import { createSettlingDestination } from '../links/intents/settleEarlier.ts'
import type { AppServices } from '../appServices.ts'
import { addExamples, eraseExamples } from './examples.ts'
import { withSignal } from '../links/cancelling.ts'
import { checkPaths } from '../links/find/checkPaths.ts'
import { findLink } from '../links/find/find.ts'
import { knownLinks } from '../links/find/known.ts'
import { createPastedLookups } from '../links/find/pastedLookups.ts'
import { settleLink } from '../links/create/settle.ts'

export function linkHandlers(parts: AppServices) {
  const { cancelling } = parts
  const handlerParts = { ...parts, destination: createSettlingDestination(parts) }
  const create = createIntents(handlerParts, createLink)
  const lookups = createPastedLookups(parts)
  return {
    'links.create': async (input) => {
      const created = await create(input)
      parts.team.touch(input.profileId)
      return created
    },
    'embedded.addExamples': () => addExamples(parts, create),
    'embedded.eraseExamples': () => eraseExamples(parts),
    'links.list': async ({ before, limit }) => ok(await parts.records.page(before, limit)),
    'links.promotions': async ({ id }) => ok(await parts.records.listPromotions(id)),
    'links.get': ({ id }) => readRecord(parts.records, id),
    'links.known': (input) => knownLinks(handlerParts, input),
    'links.find': (input) =>
      input.id === undefined
        ? findLink(handlerParts, input)
        : cancelling.during(input.id, (signal) => findLink(withSignal(handlerParts, signal), input)),
    'links.checkPaths': (input) => checkPaths(handlerParts, input),
    'links.settle': ({ id }) => cancelling.during(id, (signal) => settleLink(withSignal(parts, signal), id)),
    'lookups.open': lookups.open,
    'lookups.resume': ({ job }) => lookups.resume(job),
    'links.cancel': ({ id }) => {
      cancelling.cancel(id)
      return ok(null)
    },
  } satisfies Partial<Handlers>
}
