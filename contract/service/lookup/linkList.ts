import { z } from 'zod'
import { link, listedLink } from '../link/link.ts'

/** The operation that lists links, below the prefix of the version. */
export const listPath = '/links'

/** Limits of a page of the list (specification 4.13). */
export const listLimits = {
  /** Maximum number of links in a page, and default. */
  links: 200,
  defaultLinks: 100,
  /** A page ends when its links reach this many bytes. */
  answerBytes: 1_024 * 1_024,
} as const

const cursorPattern = /^1-[0-9a-z]{1,11}-[0-9a-z]{1,11}$/

/** The query of `GET /links`. */
export const listQuery = z.object({
  after: z
    .string('Must be the cursor of a response.')
    .regex(cursorPattern, 'Must be the cursor of a response.')
    .describe('Continues after this cursor of a response. Without it, the list begins with its first link.')
    .optional(),
  limit: z
    .string('Must be a number.')
    .regex(/^(?:[1-9]\d?|1\d\d|200)$/, `Must be a number from 1 to ${listLimits.links}.`)
    .describe(`Maximum number of links, up to ${listLimits.links}. Default: ${listLimits.defaultLinks}.`)
    .optional(),
})

/** A link in the list: as in a lookup, with what only a create or change has, and who made it. */
const linkInList = listedLink.omit({ etag: true }).extend({
  active_until: z.iso.datetime().nullable(),
  pass_query: z.boolean().nullable(),
  show_preview_ios: z.boolean(),
  show_preview_android: z.boolean(),
  /** Name of the key that created it; `null` if unknown. */
  created_by: z.string().nullable(),
  /** Name of the key that changed it last; `null` if none did, or the operator. */
  changed_by: z.string().nullable(),
})

/** A link whose content was erased. */
const deletedLink = link.pick({ path: true }).extend({ deleted: z.literal(true) })

/** The response to `GET /links` (specification 4.13), in the order in which links were last written. */
export const listResponse = z.object({
  links: z.array(z.union([linkInList, deletedLink])),
  /** Continues the list, now or later. */
  cursor: z.string(),
  /** Whether there are more links now. */
  more: z.boolean(),
})
