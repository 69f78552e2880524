import { z } from 'zod'
import { requestShape } from '../generate.ts'
import { environment } from '../headers.ts'
import { maxPasteLength } from '../linkPath.ts'
import { maxTextLength, maxLinks } from '../pastedLinks.ts'
import { remoteLink } from '../remoteLink.ts'
import { defaults } from '../profile.ts'
import { linkRecord } from '../record.ts'

const linkTarget = { profileId: z.string(), environment }

/** A link that was looked up: as read, as the service wrote it, and its entry in the library if there is one. */
export const foundLink = z.object({
  path: z.string(),
  link: remoteLink,
  /** The service's answer as text, number spellings and all. */
  raw: z.string(),
  record: linkRecord.nullable(),
  defaults,
})
export type FoundLink = z.infer<typeof foundLink>

/** A link as it was read out of a text. */
const pastedLink = z.strictObject({
  path: z.string().max(maxTextLength),
  host: z.string().max(maxTextLength).nullable(),
})

export const linkCalls = {
  /**
   * Writes the intent down, asks the service, reads the link back. The same `id` again answers with what came of it and
   * never makes a second link. A create that failed is data: the record's state and problem say so.
   */
  'links.create': {
    input: z.strictObject({
      id: z.uuid(),
      ...linkTarget,
      request: requestShape,
      promotedFrom: z.uuid().optional(),
    }),
    output: linkRecord,
  },
  /** Newest first; `before` is the last page's `next`. */
  'links.list': {
    input: z.strictObject({ before: z.string().optional(), limit: z.int().min(1).max(200).default(50) }),
    output: z.object({ records: z.array(linkRecord), next: z.string().nullable(), total: z.int() }),
  },
  /** The links in production that were made, or perhaps were, by promoting this one; newest first. */
  'links.promotions': { input: z.strictObject({ id: z.uuid() }), output: z.array(linkRecord) },
  'links.get': { input: z.strictObject({ id: z.uuid() }), output: linkRecord },
  /**
   * Returns what the library holds of each link, in any profile and environment, at most 5 records each; asks no service.
   * `prefer` comes first, then the newest. A link matches by its path, and by its host if it has one.
   */
  'links.known': {
    input: z.strictObject({
      links: z.array(pastedLink).min(1).max(maxLinks),
      prefer: z.strictObject(linkTarget),
    }),
    output: z.array(z.array(linkRecord)),
  },
  /** Looks up a path, a pasted link or a line of text with one in it. */
  'links.find': {
    input: z.strictObject({ text: z.string().max(maxPasteLength), ...linkTarget }),
    output: foundLink,
  },
  /**
   * Makes an unknown create certain by asking again under its own key, where the service has announced that this makes
   * no second link; `not_repeatable` elsewhere. Of a link that is not unknown it answers the record as it is.
   */
  'links.settle': { input: z.strictObject({ id: z.uuid() }), output: linkRecord },
}
