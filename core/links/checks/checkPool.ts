import type { CheckOutcome } from '../../../contract/app/link/check.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import type { Work } from '../../jobs.ts'
import type { QueueRange, QueuedLink } from '../../library/checks/checkQueue.ts'
import { lookUpLinks, type LookupParts } from '../../lookups/lookUpLinks.ts'
import { createLookupQueue } from '../../lookups/lookupQueue.ts'
import { findProfile } from '../../profiles/profiles.ts'
import type { LinkServices } from '../linkServices.ts'

export type PoolParts = LookupParts & Pick<LinkServices, 'checks'>

/** Responses saved per transaction. */
const saveBatchSize = 50

/** Callbacks of a running pool. */
export interface PoolWatcher {
  /** Called when a link was checked, or the service couldn't be reached for it. */
  checked: (result: CheckOutcome | 'unanswered') => void
  /** Called when the service starts or stops requiring back-off. */
  held: (isHeld: boolean) => void
}

/**
 * Checks the queued links of one profile at the rate of its service. Returns the problem that stopped it
 * early. Throws if results can't be saved.
 */
export async function runCheckPool(
  parts: PoolParts,
  { profileId, range }: { profileId: string; range: QueueRange },
  { signal }: Pick<Work, 'signal'>,
  watcher: PoolWatcher,
): Promise<Problem | null> {
  const { checks, settings } = parts
  let { after } = range
  const fetch = async () => {
    const fetched = await checks.next(profileId, { ...range, after })
    after = fetched.at(-1)?.number ?? after
    return fetched
  }
  const problem = await lookUpLinks<QueuedLink>(parts, {
    ...{ profileId, signal, onHold: watcher.held },
    queue: createLookupQueue([], { fetch }),
    groupAttempts: 2,
    save: async (answers, at) => {
      const checked = answers.map(({ link, found }) => ({ id: link.id, answer: found?.raw ?? null, at }))
      for (let start = 0; start < checked.length; start += saveBatchSize) {
        const outcomes = await checks.saveMany(checked.slice(start, start + saveBatchSize))
        for (const outcome of outcomes) watcher.checked(outcome)
      }
    },
    failed: (links) => {
      for (let unanswered = links.length; unanswered > 0; unanswered--) watcher.checked('unanswered')
      return false
    },
  })
  const profile = findProfile(settings, profileId)
  // Several profiles are checked together.
  if (!problem || !profile.ok) return problem
  return { ...problem, detail: [profile.value.name, problem.detail].filter(Boolean).join(': ') }
}
