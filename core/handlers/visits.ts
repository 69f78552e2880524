import type { visitCalls } from '../../contract/calls/visits.ts'
import { ok } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import { visitsOfLink, visitsOfLinks } from '../links/visits.ts'
import type { VisitParts } from '../links/visits.ts'

export function visitHandlers(parts: VisitParts): Pick<Handlers, keyof typeof visitCalls> {
  return {
    'visits.ofLink': (input) => visitsOfLink(parts, input),
    'visits.ofLinks': async (input) => ok(await visitsOfLinks(parts, input)),
  }
}
