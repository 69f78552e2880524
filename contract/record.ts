import { z } from 'zod'
import { checkOutcome } from './check.ts'
import { requestShape } from './generate.ts'
import { environment } from './headers.ts'
import { remoteLink } from './remoteLink.ts'
import { problem } from './problem.ts'

/** `pending` is written before the request is sent; it ends as one of the other three and never silently. */
export const recordState = z.enum(['pending', 'created', 'failed', 'unknown'])
export type RecordState = z.infer<typeof recordState>

/** One field that the service stored differently from what was asked, as texts to show. */
export const difference = z.object({
  field: z.string(),
  requested: z.string(),
  stored: z.string(),
})
export type Difference = z.infer<typeof difference>

/** A link in the app's library: what was asked, what came of it, and what the service said when it was last read. */
export const linkRecord = z.object({
  /** The intent's id: made by the window before the create is asked for, so that a repeated call is the same link. */
  id: z.uuid(),
  state: recordState,
  profileId: z.string(),
  profileName: z.string(),
  environment,
  /** What was sent. `null` for a link that was made elsewhere and added here. */
  request: requestShape.nullable(),
  /** The link in development that this one repeats in production, if it was made by promoting one. */
  promotedFrom: z.uuid().nullable(),
  link: z.string().nullable(),
  path: z.string().nullable(),
  problem: problem.nullable(),
  /** The service's answer when it was last asked for this link, as it wrote it. */
  answer: z.string().nullable(),
  /** What stands in that answer; `differences` compares it with the request. */
  stored: remoteLink.nullable(),
  /** `null` while the link has not been read back. */
  differences: z.array(difference).nullable(),
  checkedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** What the last check came to; `null` before the first. */
  lastCheck: checkOutcome.nullable().optional(),
  /** What a person keeps of the link in the library alone; `tags` are those of the service with what was added and taken away. */
  local: z
    .object({
      starred: z.boolean(),
      archived: z.boolean(),
      note: z.string().nullable(),
      tags: z.array(z.string()),
    })
    .optional(),
  /** The run of many links that it was made by. */
  run: z.uuid().nullable().optional(),
  /** It was made elsewhere and added here. */
  added: z.literal(true).optional(),
  /** Fields of the entry that a damaged disk has made unreadable; absent for a sound entry. */
  damaged: z.array(z.string()).optional(),
})
export type LinkRecord = z.infer<typeof linkRecord>
