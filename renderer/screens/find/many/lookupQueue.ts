import type { FoundLink } from '../../../../contract/app/calls/links/links.ts'
import { linkText, type LinkPath } from '../../../../contract/service/address/linkAddress.ts'
import { lookupLimits } from '../../../../contract/service/link/lookupLimits.ts'
import type { Problem } from '../../../../contract/app/problems/problem.ts'
import { requestsBackoff } from '../../../../contract/app/jobs/requestPool.ts'
import { ok, type Result } from '../../../../contract/app/problems/result.ts'
import type { LookupContext } from '../../../../contract/app/window/windowPath.ts'
import type { SavedProfile } from '../../../session/currentProfile.ts'
import type { Lookup, LookupRunParts } from './lookup.ts'

/** Maximum number of failed requests for a group of links before the links count as unanswered. */
const maxGroupFailures = 2

interface PendingLookup {
  index: number
  context: LookupContext
  link: LinkPath
}

/** Links of one environment that are looked up by one request. */
export interface LookupGroup {
  items: PendingLookup[]
  failures: number
}

export type LookupQueue = ReturnType<typeof createLookupQueue>

/**
 * Returns the remaining lookups of a profile in groups. A group has more than one link only if its service is known to
 * be a Linkwright service.
 */
export function createLookupQueue(lookups: readonly Lookup[], { id, defaults }: SavedProfile) {
  const waiting = lookups.flatMap(({ link, context, result }, index): PendingLookup[] =>
    context?.profileId === id && result === null ? [{ index, context, link }] : [],
  )
  const singles: PendingLookup[] = []
  const byIndex = new Map(waiting.map((item) => [item.index, item]))
  let isOurs = defaults === 'ours'
  return {
    take: (): LookupGroup | undefined => {
      const single = singles.shift()
      if (single) return { items: [single], failures: 0 }
      const [first] = waiting
      if (!first) return undefined
      const boundary = waiting.findIndex(({ context }) => context.environment !== first.context.environment)
      const count = Math.min(isOurs ? lookupLimits.paths : 1, boundary === -1 ? waiting.length : boundary)
      return { items: waiting.splice(0, count), failures: 0 }
    },
    /** Requeues links that need their own request, and records whether this is a Linkwright service. */
    answered: (indexes: readonly number[], results: readonly (Result<FoundLink> | null)[]) => {
      for (const [order, index] of indexes.entries()) {
        const item = byIndex.get(index)
        const result = results[order] ?? null
        if (item && result === null) singles.push(item)
        if (result?.ok && result.value.defaults === 'ours') isOurs = true
      }
    },
  }
}

/** Looks up the links of a group. A result is `null` if the link needs its own request. */
export async function requestGroup(
  { find, findMany }: LookupRunParts,
  items: readonly PendingLookup[],
): Promise<Result<readonly (Result<FoundLink> | null)[]>> {
  const [first, second] = items
  if (!first) return ok([])
  if (second) return await findMany({ ...first.context, texts: items.map(({ link }) => linkText(link)) })
  const result = await find({ text: linkText(first.link), ...first.context })
  return result.ok || !requestsBackoff(result.problem) ? ok([result]) : result
}

/**
 * Counts a failure of a group. Returns whether to retry, so that one lost connection doesn't leave many links
 * unanswered.
 */
export function countFailure(group: LookupGroup, problem: Problem): boolean {
  return requestsBackoff(problem) || (group.items.length > 1 && ++group.failures < maxGroupFailures)
}

/** Resolves after `ms` milliseconds, or when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
