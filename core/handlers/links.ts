import type { linkCalls } from '../../contract/calls/links.ts'
import { ok } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import { createLinkUseCase, recorded } from '../links/create.ts'
import type { CreateParts } from '../links/create.ts'
import { settlingDestination } from '../links/earlier.ts'
import { find } from '../links/find.ts'
import { knownLinks } from '../links/known.ts'
import { settle } from '../links/settle.ts'

export function linkHandlers(parts: CreateParts): Pick<Handlers, keyof typeof linkCalls> {
  const asking = { ...parts, destination: settlingDestination(parts) }
  return {
    'links.create': createLinkUseCase(asking),
    'links.list': async ({ before, limit }) => ok(await parts.records.page(before, limit)),
    'links.promotions': async ({ id }) => ok(await parts.records.promotionsOf(id)),
    'links.get': ({ id }) => recorded(parts.records, id),
    'links.known': (input) => knownLinks(asking, input),
    'links.find': (input) => find(asking, input),
    'links.settle': ({ id }) => settle(parts, id),
  }
}
