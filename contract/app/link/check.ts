import { z } from 'zod'

/** The result of a check. `inactive`: the link is switched off. `gone`: the service no longer has it. */
export const checkOutcomes = ['same', 'changed', 'inactive', 'gone'] as const
export const checkOutcome = z.enum(checkOutcomes)
export type CheckOutcome = z.infer<typeof checkOutcome>

/** One field whose value at the service changed since it was last read, as display texts. */
const fieldChange = z.object({ field: z.string(), before: z.string(), now: z.string() })
export type FieldChange = z.infer<typeof fieldChange>

/** A check, or several consecutive checks with the same outcome and no change. */
export const check = z.object({
  outcome: checkOutcome,
  changes: z.array(fieldChange),
  firstAt: z.string(),
  lastAt: z.string(),
  times: z.int(),
})
export type Check = z.infer<typeof check>

/** Maximum number of checks kept per link; older ones are dropped. */
export const maxChecksPerLink = 50
