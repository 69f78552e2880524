import { z } from 'zod'
import { checkOutcome } from '../check.ts'
import { environment } from '../headers.ts'
import { recordState } from '../record.ts'

/** A local note is no longer than this, in UTF-16 units. */
export const maxNoteLength = 10_000

/** A link of the library as a list shows it: what tells it from the others, without its request and answer. */
export const libraryRow = z.object({
  id: z.string(),
  state: recordState,
  environment,
  profileId: z.string(),
  profileName: z.string(),
  /** Of these, what the service stores where that is known, and what was asked for elsewhere. */
  title: z.string().nullable(),
  /** The first address of desktop, iOS, Android that is given. */
  destination: z.string().nullable(),
  /** How many other addresses the platforms have. */
  moreDestinations: z.int(),
  campaign: z.string().nullable(),
  source: z.string().nullable(),
  medium: z.string().nullable(),
  /** With those that were added or taken away in the library alone. */
  tags: z.array(z.string()),
  link: z.string().nullable(),
  path: z.string().nullable(),
  createdAt: z.string(),
  checkedAt: z.string().nullable(),
  starred: z.boolean(),
  archived: z.boolean(),
  note: z.string().nullable(),
  /** It was made elsewhere and added here. */
  added: z.boolean(),
  /** Part of its entry could not be read when it was last written or taken over. */
  damaged: z.boolean(),
  /** The service stores something else than was asked for. */
  differs: z.boolean(),
  /** What the last check came to; `null` before the first. */
  lastCheck: checkOutcome.nullable(),
})
export type LibraryRow = z.infer<typeof libraryRow>
