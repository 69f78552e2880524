import type { visitCalls } from '../../contract/app/calls/links/visits.ts'
import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { readLinkVisits, readVisitsOfLinks } from '../links/visits.ts'
import type { VisitParts } from '../links/visits.ts'

export function visitHandlers(parts: VisitParts): Pick<Handlers, keyof typeof visitCalls> {
  return {
    'visits.ofLink': (input) => readLinkVisits(parts, input),
    'visits.ofLinks': async (input) => ok(await readVisitsOfLinks(parts, input)),
  }
}
