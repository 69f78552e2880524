import type { Handlers } from '../dispatch.ts'
import { createPastedLookups } from '../links/find/pastedLookups.ts'

export function lookupHandlers(app: Parameters<typeof createPastedLookups>[0]) {
  const lookups = createPastedLookups(app)
  return {
    'lookups.open': lookups.open,
    'lookups.resume': ({ job }) => lookups.resume(job),
  } satisfies Partial<Handlers>
}
