import { z } from 'zod'
import { environment } from '../environment.ts'
import { historyAnswer } from '../linkChanges.ts'
import { linkPatch } from '../linkPatch.ts'
import { problem } from '../problem.ts'
import { difference, linkRecord } from '../record.ts'
import { remoteLink } from '../remoteLink.ts'

/** A state of a link at its service: its entity tag, sent as `If-Match`, and when it was stored. */
export const linkVersion = z.strictObject({
  // A weak tag never matches, so a change with it could only fail.
  etag: z
    .string()
    .max(200)
    .regex(/^"[!#-~]*"$/),
  updatedAt: z.string().max(100).nullable(),
})
export type LinkVersion = z.infer<typeof linkVersion>

/** A link as its service has it now. */
export const presentLink = z.object({ link: remoteLink, version: linkVersion })
export type PresentLink = z.infer<typeof presentLink>

/**
 * `pending` is saved before the change is sent. `refused`: nothing was changed. `conflict`: nothing was changed, because
 * someone else had changed the link since it was read.
 */
export const changeStates = ['pending', 'applied', 'refused', 'conflict', 'unknown'] as const
export type ChangeState = (typeof changeStates)[number]

/** A change of a link as the library keeps it: the change and its outcome. */
export const linkChange = z.object({
  /** Id of the change and its idempotency key. */
  id: z.uuid(),
  /** The link in the library. */
  link: z.uuid(),
  /** The state that it is based on. */
  version: linkVersion,
  patch: linkPatch,
  state: z.enum(changeStates),
  problem: problem.nullable(),
  /** The patch that takes it back; `null` unless it was applied and changed something. */
  back: linkPatch.nullable(),
  /** The state after it, to take it back; `null` if unknown. */
  after: linkVersion.nullable(),
  /** What was stored otherwise than asked; `null` if it couldn't be read back. */
  differences: z.array(difference).nullable(),
  madeAt: z.iso.datetime(),
})
export type LinkChange = z.infer<typeof linkChange>

const place = { profileId: z.string(), environment, path: z.string().min(1).max(2_048) }

/** Changes of links at their services, if these announce that they can be changed. */
export const changeCalls = {
  /** Returns how a link of the library is at its service now. A change is based on it. */
  'changes.read': { input: z.strictObject({ link: z.uuid() }), output: presentLink },
  /**
   * Saves a change, sends it, and reads the link back. A repeated call with the same `id` returns the existing result. The
   * change's state says whether it was applied; `present` is the link as someone else changed it.
   */
  'changes.send': {
    input: z.strictObject({
      id: z.uuid(),
      link: z.uuid(),
      version: linkVersion,
      patch: linkPatch.refine((patch) => Object.keys(patch).length > 0),
    }),
    output: z.object({ change: linkChange, record: linkRecord, present: presentLink.nullable() }),
  },
  /** Finds out what happened to an unknown change: sends it again, which never applies it twice. */
  'changes.settle': {
    input: z.strictObject({ id: z.uuid() }),
    output: z.object({ change: linkChange, record: linkRecord }),
  },
  /** Returns the newest change of a link if it wasn't applied; `null` otherwise. */
  'changes.open': { input: z.strictObject({ link: z.uuid() }), output: linkChange.nullable() },
  /** Forgets a change that wasn't applied, so that it is no longer shown. An unknown one may still have been applied. */
  'changes.dismiss': { input: z.strictObject({ id: z.uuid() }), output: z.null() },
  /** Returns how a link was changed, newest first; `null` if its service doesn't report that. */
  'changes.history': {
    input: z.strictObject({ ...place, before: z.string().max(100).optional() }),
    output: historyAnswer.nullable(),
  },
}
