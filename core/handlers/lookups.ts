import type { AppServices } from '../appServices.ts'
import type { Handlers } from '../dispatch.ts'
import { createPastedLookups } from '../links/find/pastedLookups.ts'

export function lookupHandlers(app: AppServices) {
  const lookups = createPastedLookups(app)
  return {
    'lookups.open': lookups.open,
    'lookups.resume': ({ job }) => lookups.resume(job),
  } satisfies Partial<Handlers>
}
