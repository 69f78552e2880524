import { z } from 'zod'
import { checkOutcome } from '../check.ts'
import { environment } from '../environment.ts'
import { recordState } from '../record.ts'

/** Maximum length of a note, in UTF-16 units. */
export const maxNoteLength = 10_000

/** A link as shown in a list, without its request and answer. */
export const libraryRow = z.object({
  id: z.string(),
  state: recordState,
  environment,
  profileId: z.string(),
  profileName: z.string(),
  /** The stored values if known, otherwise the requested ones. */
  title: z.string().nullable(),
  /** The first address of desktop, iOS and Android. */
  destination: z.string().nullable(),
  /** Number of other addresses. */
  moreDestinations: z.int(),
  campaign: z.string().nullable(),
  source: z.string().nullable(),
  medium: z.string().nullable(),
  /** Includes local additions and removals. */
  tags: z.array(z.string()),
  link: z.string().nullable(),
  path: z.string().nullable(),
  createdAt: z.string(),
  checkedAt: z.string().nullable(),
  starred: z.boolean(),
  archived: z.boolean(),
  note: z.string().nullable(),
  /** The link was made elsewhere and added. */
  added: z.boolean(),
  /** Part of the entry couldn't be read when it was last written or migrated. */
  damaged: z.boolean(),
  /** The service stored something different from the request. */
  differs: z.boolean(),
  /** Outcome of the last check; `null` before the first. */
  lastCheck: checkOutcome.nullable(),
})
export type LibraryRow = z.infer<typeof libraryRow>
