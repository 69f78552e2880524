import { ok } from '../../contract/app/problems/result.ts'
import type { AppServices } from '../appServices.ts'
import type { Handlers } from '../dispatch.ts'
import { readLinkVisits, readVisitsOfLinks, readVisitsOfView } from '../links/visits.ts'

export function visitHandlers(parts: AppServices) {
  const { collection, jobs } = parts
  return {
    'visits.ofLink': (input) => readLinkVisits(parts, input),
    'visits.ofLinks': async (input) => ok(await readVisitsOfLinks(parts, input)),
    'visits.readAll': (input) =>
      ok({ job: jobs.start('readVisits', (work) => readVisitsOfView(parts, input, work)) }),
    'visits.coverage': async ({ view }) => ok(await collection.visitCoverage(view)),
  } satisfies Partial<Handlers>
}
