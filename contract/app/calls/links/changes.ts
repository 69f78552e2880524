import { z } from 'zod'
import { call } from '../call.ts'
import { environment } from '../../../service/api/environment.ts'
import { historyResponse } from '../../../service/link/linkChanges.ts'
import { linkPatch } from '../../link/change/linkPatch.ts'
import { problem } from '../../problems/problem.ts'
import { difference, linkRecord } from '../../link/record.ts'
import { remoteLink } from '../../link/remoteLink.ts'

/** A version of a link at its service: its entity tag, which is sent as `If-Match`, and when it was stored. */
export const linkVersion = z.strictObject({
  // A weak tag never matches, so a change with it could only fail.
  etag: z
    .string()
    .max(200)
    .regex(/^"[!#-~]*"$/),
  updatedAt: z.string().max(100).nullable(),
})
export type LinkVersion = z.infer<typeof linkVersion>

/** The current state of a link at its service. */
const currentLink = z.object({ link: remoteLink, version: linkVersion })
export type CurrentLink = z.infer<typeof currentLink>

/**
 * `pending` is saved before the change is sent. `refused`: nothing was changed. `conflict`: nothing was changed,
 * because someone else had changed the link since it was read.
 */
const changeStates = ['pending', 'applied', 'refused', 'conflict', 'unknown'] as const
export type ChangeState = (typeof changeStates)[number]

/** A change of a link as stored in the library, with its outcome. */
export const linkChange = z.object({
  /** Id of the change and its idempotency key. */
  id: z.uuid(),
  /** The link in the library. */
  link: z.uuid(),
  /** The version that it is based on. */
  version: linkVersion,
  patch: linkPatch,
  state: z.enum(changeStates),
  problem: problem.nullable(),
  /** The patch that reverts it; `null` unless it was applied and changed something. */
  back: linkPatch.nullable(),
  /** The version after it, needed to revert it; `null` if unknown. */
  after: linkVersion.nullable(),
  /** The fields that the service stored differently than requested; `null` if the link couldn't be read back. */
  differences: z.array(difference).nullable(),
  madeAt: z.iso.datetime(),
})
export type LinkChange = z.infer<typeof linkChange>

const linkKey = { profileId: z.string(), environment, path: z.string().min(1).max(2_048) }

/** Whether the user confirmed that the profile still has the key and address with which something was sent. */
export const confirmSender = z.boolean().default(false)

/** A link, or the first of several, its title, and where it is. */
const changedLink = {
  link: z.uuid(),
  name: z.string().nullable(),
  place: z.object({ environment, profileName: z.string() }),
  madeAt: z.string(),
}

/** What happened to links at their service. `by` is the name of the key, if the service says so. */
const recentChange = z.discriminatedUnion('kind', [
  /** A single change that this app sent. */
  z.object({ kind: z.literal('change'), ...changedLink, patch: linkPatch, state: z.enum(changeStates) }),
  /** The last change of a link that another app made. */
  z.object({ kind: z.literal('colleague'), ...changedLink, by: z.string() }),
  /** Links that were created one after another outside runs, by this or another app. `atLeast`: there may be more. */
  z.object({
    ...{ kind: z.literal('created'), ...changedLink, by: z.string().nullable() },
    ...{ links: z.int(), atLeast: z.boolean() },
  }),
  /** A run, with the number of links that it has created or changed. */
  z.object({
    ...{ kind: z.literal('run'), run: z.uuid(), name: z.string(), isChange: z.boolean(), links: z.int() },
    ...{ place: changedLink.place, madeAt: z.string() },
  }),
])
export type RecentChange = z.infer<typeof recentChange>

/** Changes to links at their services, for services that support changes. */
export const changeCalls = {
  /** Returns the current state of a library's link at its service, as the basis for a change. */
  'changes.read': call({ link: z.uuid() }, currentLink),
  /**
   * Saves a change, sends it, and reads the link back. A repeated call with the same `id` returns the existing result.
   * The change's state shows whether it was applied. In a conflict, `current` is the link that someone else changed.
   */
  'changes.send': call(
    {
      id: z.uuid(),
      link: z.uuid(),
      version: linkVersion,
      patch: linkPatch.refine((patch) => Object.keys(patch).length > 0),
    },
    z.object({ change: linkChange, record: linkRecord, current: currentLink.nullable() }),
  ),
  /**
   * Resolves an unknown change by sending it again, which never applies it twice. Fails with `sender_changed` if the profile
   * has another key or address now, and with `sender_unknown` if an earlier version didn't save what it was sent with. For
   * the latter, the user can confirm that the profile still has the same.
   */
  'changes.settle': call(
    { id: z.uuid(), confirmSender },
    z.object({ change: linkChange, record: linkRecord }),
  ),
  /** Returns the newest change of a link if it wasn't applied; `null` otherwise. */
  'changes.open': call({ link: z.uuid() }, linkChange.nullable()),
  /**
   * Dismisses a change that wasn't applied, so that it is no longer shown. An unknown one may still have been applied.
   */
  'changes.dismiss': call({ id: z.uuid() }, z.null()),
  /** Returns what happened to links at their services in the last 30 days, newest first, at most 200 entries. */
  'changes.recent': call({}, z.object({ changes: z.array(recentChange) })),
  /** Returns the changes of a link, newest first; `null` if its service doesn't report them. */
  'changes.history': call({ ...linkKey, before: z.string().max(100).optional() }, historyResponse.nullable()),
}
