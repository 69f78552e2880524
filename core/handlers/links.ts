import type { linkCalls } from '../../contract/calls/links.ts'
import { ok } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import { createCreator, recorded } from '../links/create.ts'
import type { CreateParts } from '../links/create.ts'
import type { FindDestination } from '../profiles/profiles.ts'
import { find } from '../links/find.ts'
import { settle, settleAll } from '../links/settle.ts'

export function linkHandlers(parts: CreateParts): Pick<Handlers, keyof typeof linkCalls> {
  const asking = { ...parts, destination: settlingDestination(parts) }
  return {
    'links.create': createCreator(asking),
    'links.list': ({ before, limit }) => Promise.resolve(ok(parts.records.page(before, limit))),
    'links.promotions': ({ id }) => Promise.resolve(ok(parts.records.promotionsOf(id))),
    'links.get': ({ id }) => Promise.resolve(recorded(parts.records, id)),
    'links.find': (input) => find(asking, input),
    'links.settle': ({ id }) => parts.running.track(settle(parts, id)),
  }
}

/**
 * Finds destinations, and the first time that one is known settles what an earlier run left unknown there. Not at the
 * start of the app: reading a key can raise a prompt that nobody asked for.
 */
function settlingDestination(parts: CreateParts): FindDestination {
  const settled = new Set<string>()
  return async (profileId, environment) => {
    const to = await parts.destination(profileId, environment)
    if (to.ok && !settled.has(profileId)) {
      settled.add(profileId)
      const work = settleAll(parts, to.value).catch((error: unknown) =>
        parts.reportBug('links.settle', error),
      )
      void parts.running.track(work)
    }
    return to
  }
}
