import { z } from 'zod'
import { activeUntilField, listedLink } from '../link/link.ts'
import { lookupLimits } from '../path/lookupLimits.ts'
import { pathList } from '../path/pathList.ts'

/** The body of `POST /links/lookup`. */
export const lookupRequest = z.strictObject({
  paths: pathList(lookupLimits.paths),
  /** Adds to each link the fields that a change needs (specification 4.9). */
  include: z
    .array(
      z.enum([activeUntilField, 'etag'], `Must be ${activeUntilField} or etag.`),
      `Must be a list of ${activeUntilField} and etag.`,
    )
    .max(2, 'Must have at most two elements.')
    .optional(),
})

/** The response to `POST /links/lookup` (specification 4.6). Unknown paths are omitted. */
export const lookupManyResponse = z.object({
  links: z.record(z.string(), listedLink),
  /** Paths that weren't looked up, because the response would have become too long. */
  remaining: z.array(z.string()),
})
