import { z } from 'zod'
import { catalogue, type ProblemCode } from './problemCatalogue.ts'
import { unconfirmedSchemes } from './schemeQuestion.ts'

export type { ProblemCode }

/**
 * An expected failure as data, from the service to the form. The catalogue has the texts for each code; this contains
 * only the details of one occurrence. Never contains a key.
 */
export const problem = z.object({
  code: z.enum(Object.keys(catalogue) as [ProblemCode, ...ProblemCode[]]),
  /** The code that the response suggests. Set if the response doesn't prove what happened to a create. */
  cause: z.enum(Object.keys(catalogue) as [ProblemCode, ...ProblemCode[]]).optional(),
  /** Error messages by field, if the input was wrong. */
  fields: z.record(z.string(), z.string()).optional(),
  /** The HTTP status, if the service responded. */
  status: z.int().optional(),
  /** The service's own message, redacted and truncated. */
  said: z.string().optional(),
  /** Technical details for a support request, redacted. */
  detail: z.string().optional(),
  requestId: z.string().optional(),
  /** The schemes to confirm, if nothing was sent because of them. */
  unconfirmed: unconfirmedSchemes.optional(),
  retryAfterMs: z.number().nonnegative().optional(),
})
export type Problem = z.infer<typeof problem>
