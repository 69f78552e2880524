import { compare } from '../../../contract/app/link/change/compare.ts'
import type { LinkChange, LinkVersion } from '../../../contract/app/calls/links/changes.ts'
import { memberTexts } from '../../../contract/service/json/jsonMembers.ts'
import { createdAtField } from '../../../contract/service/link/link.ts'
import {
  comparePatch,
  isEntryForPatch,
  revertChange,
  requestAfter,
} from '../../../contract/app/link/change/linkPatch.ts'
import type { LinkPatch } from '../../../contract/app/link/change/linkPatch.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { parseRemoteLink, type RemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { fail, ok, type Result } from '../../../contract/app/problems/result.ts'
import type { ChangeOutcome, ChangeRequest } from '../../client/changes.ts'
import type { Client, Destination } from '../../client/client.ts'
import type { ChangedEntry, ChangeCompletion } from '../../library/linkChanges.ts'
import type { CompletedChange } from '../../library/runs/changes/changeQueue.ts'
import { lookUpVersion } from '../../lookups/currentLinks.ts'
import { toUnknownProblem } from '../intents/intents.ts'
import type { LinkServices } from '../linkServices.ts'

type Applied = Extract<ChangeOutcome, { state: 'applied' }>

interface AnsweredChange {
  change: Pick<LinkChange, 'id' | 'patch'>
  record: LinkRecord & { path: string }
  outcome: ChangeOutcome
}

/** Reads a changed link back, and saves the change's outcome and the link's new record. */
export async function concludeChange(
  { client, linkChanges }: Pick<LinkServices, 'client' | 'linkChanges'>,
  { change: { id, patch }, record, outcome }: AnsweredChange,
  destination: Destination,
): Promise<void> {
  if (outcome.state !== 'applied') {
    await linkChanges.end(id, completionWithout(outcome), null)
    return
  }
  const lookup = await client.lookup(destination, record.path)
  const stored = lookup.ok ? parseRemoteLink(lookup.value.link) : null
  const completion = appliedCompletion(outcome, patch, stored)
  const entry = lookup.ok && stored ? entryAfter(record, patch, { stored, answer: lookup.value.raw }) : null
  await linkChanges.end(id, completion, entry)
}

function appliedCompletion(outcome: Applied, patch: LinkPatch, stored: RemoteLink | null): ChangeCompletion {
  return {
    state: 'applied',
    problem: null,
    back: outcome.change && revertChange(outcome.change),
    after: versionAfter(outcome),
    differences: stored && comparePatch(patch, stored),
  }
}

/**
 * Returns the outcome and record based only on the response to the change, for bulk changes, which skip the read-back.
 */
export function toCompletedChange({
  change: { id, patch },
  record,
  outcome,
}: AnsweredChange): CompletedChange {
  if (outcome.state !== 'applied') return { id, completion: completionWithout(outcome), entry: null }
  const stored = outcome.current.link
  const answer = `{"link":${withCreationTime(outcome.text, record)}}`
  return {
    id,
    completion: appliedCompletion(outcome, patch, stored),
    entry: entryAfter(record, patch, { stored, answer }),
  }
}

/** Adds the creation time from an earlier lookup, because the response to a change lacks it. */
function withCreationTime(link: string, { stored }: LinkRecord): string {
  const createdAt = stored?.extra[createdAtField]
  if (createdAt === undefined || memberTexts(link).has(createdAtField)) return link
  return `{"${createdAtField}":${createdAt},${link.trimStart().slice(1)}`
}

/**
 * Returns the link's version right after a change; `null` if this is the response to a retry, and the link has changed
 * since.
 */
function versionAfter({ change, current }: Applied): LinkVersion | null {
  const { version } = current
  return change === null || version.updatedAt === change.at ? version : null
}

function completionWithout(outcome: Exclude<ChangeOutcome, { state: 'applied' }>): ChangeCompletion {
  const { state, problem } = outcome
  const without = { back: null, after: null, differences: null }
  if (state !== 'unknown') return { state, problem, ...without }
  return { state, problem: toUnknownProblem('change_unknown', problem), ...without }
}

function entryAfter(
  { request }: LinkRecord,
  patch: LinkPatch,
  { stored, answer }: { stored: RemoteLink; answer: string },
): ChangedEntry {
  const next = request && requestAfter(request, patch, stored)
  return {
    request: next,
    answer,
    differences: next && compare(next, stored),
    checkedAt: new Date().toISOString(),
  }
}

/** Maximum number of history pages read to find a change. */
const maxPages = 20

/**
 * Returns the outcome of a change that the service refuses to repeat: applied if the first change after its base version
 * is the same one; otherwise `null`.
 */
export async function findInHistory(
  { client }: { client: Pick<Client, 'history' | 'lookup'> },
  { path, patch, version: { updatedAt } }: Pick<ChangeRequest, 'path' | 'patch' | 'version'>,
  destination: Destination,
): Promise<Result<ChangeOutcome | null>> {
  const base = updatedAt ?? ''
  let first = null
  let before: string | undefined
  for (let page = 0; ; page++) {
    // The first change may be on a later page. Without it, the outcome is unknown.
    if (page === maxPages) return fail({ code: 'answer_unreadable', detail: 'The history is too long.' })
    const result = await client.history(destination, path, before)
    if (!result.ok) return result
    const { history, next } = result.value
    const later = history.filter(({ at }) => at > base)
    first = later.at(-1) ?? first
    if (next === null || later.length < history.length) break
    before = next
  }
  if (first === null || !isEntryForPatch(patch, first)) return ok(null)
  const found = await lookUpVersion(client, destination, path)
  if (!found.ok) return found
  const { text, ...current } = found.value
  return ok({ state: 'applied', change: first, text, current })
}
