import { z } from 'zod'

/** Schemes that a profile's user must confirm, with the number of requests that lead to each. */
export const unconfirmedSchemes = z.object({
  profileId: z.string(),
  schemes: z.array(z.object({ scheme: z.string(), requests: z.int() })),
})
export type UnconfirmedSchemes = z.infer<typeof unconfirmedSchemes>
