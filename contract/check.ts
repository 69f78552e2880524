import { z } from 'zod'

/** What a check of a link came to. A link that is switched off is `inactive`, one that its service does not know any more `gone`. */
export const checkOutcomes = ['same', 'changed', 'inactive', 'gone'] as const
export const checkOutcome = z.enum(checkOutcomes)
export type CheckOutcome = z.infer<typeof checkOutcome>

/** One field that the service tells otherwise than when it was last read, as texts to show. */
export const fieldChange = z.object({ field: z.string(), before: z.string(), now: z.string() })
export type FieldChange = z.infer<typeof fieldChange>

/** A check, or several in a row that came to the same without a change. */
export const check = z.object({
  outcome: checkOutcome,
  changes: z.array(fieldChange),
  firstAt: z.string(),
  lastAt: z.string(),
  times: z.int(),
})
export type Check = z.infer<typeof check>

/** As many checks of a link are kept, the latest. */
export const maxChecksPerLink = 50
