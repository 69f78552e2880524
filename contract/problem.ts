import { z } from 'zod'
import { catalogue } from './problemCatalogue.ts'
import type { ProblemCode } from './problemCatalogue.ts'

export type { ProblemCode }

/**
 * An expected failure as data, the same from the service to the form. What happened, why and what to do stand in the
 * catalogue under its code; here is only what differs from one time to the next. Never holds a key.
 */
export const problem = z.object({
  code: z.enum(Object.keys(catalogue) as [ProblemCode, ...ProblemCode[]]),
  /** What the answer would mean if it proved anything: of a create, only some answers do. */
  cause: z.enum(Object.keys(catalogue) as [ProblemCode, ...ProblemCode[]]).optional(),
  /** Sentences by field, where the input was at fault. */
  fields: z.record(z.string(), z.string()).optional(),
  /** The HTTP status, when the service answered. */
  status: z.int().optional(),
  /** The service's own words, redacted and cut. */
  said: z.string().optional(),
  /** Technical detail for a support request, redacted. */
  detail: z.string().optional(),
  requestId: z.string().optional(),
  retryAfterMs: z.number().nonnegative().optional(),
})
export type Problem = z.infer<typeof problem>
