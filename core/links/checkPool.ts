import type { CheckOutcome } from '../../contract/app/link/check.ts'
import type { Environment } from '../../contract/service/api/headers.ts'
import { requestsBackoff } from '../../contract/app/work/requestPool.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import { ok } from '../../contract/app/problems/result.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import type { Destination } from '../client/client.ts'
import type { Work } from '../jobs.ts'
import type { CheckedLink } from '../library/checks/checks.ts'
import type { QueueRange, QueuedLink } from '../library/checks/checkQueue.ts'
import { findProfile } from '../profiles/profiles.ts'
import type { CheckParts } from './check.ts'
import { countGroup, lookUpGroup, runLookups } from './lookUpMany.ts'
import type { PathResult } from './lookUpMany.ts'
import type { LinkServices } from './linkServices.ts'

export type PoolParts = Pick<CheckParts, 'client' | 'destination' | 'checks'> &
  Pick<LinkServices, 'settings' | 'services' | 'inFlight'>

/** Maximum number of failed requests for a group, after which its links count as unanswered. */
const maxGroupFailures = 2
/** Responses saved per transaction. */
const saveBatchSize = 50

/** Links of one environment that are looked up with one request. */
interface CheckGroup {
  links: QueuedLink[]
  failures: number
}

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
  const profile = findProfile(parts.settings, profileId)
  if (!profile.ok) return profile.problem
  const destinationFor = createDestinationCache(parts, profileId)
  const queue = createQueue(parts, profileId, range)
  const first = await queue.first()
  if (!first) return null
  // Without a key nothing can be requested, and another attempt to read it could raise another prompt.
  const firstDestination = await destinationFor(first.environment)
  if (!firstDestination.ok) return prefixProfile(profile.value.name, firstDestination.problem)
  const poolParts = { ...parts, client: parts.client.until(signal) }
  const problem = await runLookups<CheckGroup>(parts, profile.value, {
    take: queue.take,
    ask: (group) => {
      watcher.held(false)
      return checkGroup(poolParts, group, { destinationFor, queue, watcher })
    },
    onHold: () => watcher.held(true),
    signal,
  }).finally(() => watcher.held(false))
  return problem && prefixProfile(profile.value.name, problem)
}

/** Adds the profile's name, because several profiles are checked together. */
function prefixProfile(profile: string, problem: Problem): Problem {
  return { ...problem, detail: [profile, problem.detail].filter(Boolean).join(': ') }
}

interface AskParts {
  destinationFor: (environment: Environment) => Promise<Result<Destination>>
  queue: Queue
  watcher: PoolWatcher
}

/** Looks up the links of a group and saves the responses. Links left in the group must be requested again. */
async function checkGroup(
  { client, checks }: PoolParts,
  group: CheckGroup,
  { destinationFor, queue, watcher }: AskParts,
): Promise<Result<unknown>> {
  const { links } = group
  const [first] = links
  if (!first) return ok(null)
  const target = await destinationFor(first.environment)
  const requestedAt = new Date().toISOString()
  const results = target.ok ? await lookUpGroup(client, target.value, links) : target
  if (results.ok)
    await saveResults(
      checks,
      { links: links.splice(0), results: results.value, requestedAt },
      { queue, watcher },
    )
  else if (mayBeAbandoned(results.problem) && isAbandoned(group))
    for (let unansweredCount = links.splice(0).length; unansweredCount > 0; unansweredCount--)
      watcher.checked('unanswered')
  return results
}

/** Links of a cancelled request stay queued, as do those for which the service requested back-off. */
function mayBeAbandoned(problem: Problem): boolean {
  return !requestsBackoff(problem) && problem.code !== 'cancelled'
}

/** Retries, so that one lost connection doesn't leave many links unanswered. */
function isAbandoned(group: CheckGroup): boolean {
  return group.links.length === 1 || ++group.failures >= maxGroupFailures
}

interface GroupResults {
  links: readonly QueuedLink[]
  results: readonly PathResult[]
  /** ISO time. */
  requestedAt: string
}

/** Saves responses, and returns links without one to the queue. */
async function saveResults(
  checks: PoolParts['checks'],
  { links, results, requestedAt: at }: GroupResults,
  { queue, watcher }: Pick<AskParts, 'queue' | 'watcher'>,
): Promise<void> {
  const checked: CheckedLink[] = []
  for (const [index, link] of links.entries()) {
    const result = results[index]
    if (result?.state === 'found') checked.push({ id: link.id, answer: result.raw, at })
    else if (result?.state === 'absent') checked.push({ id: link.id, answer: null, at })
    else queue.putBack(link, result?.state === 'individual')
  }
  for (let start = 0; start < checked.length; start += saveBatchSize) {
    const outcomes = await checks.saveMany(checked.slice(start, start + saveBatchSize))
    for (const outcome of outcomes) watcher.checked(outcome)
  }
}

/** Caches the destination of each environment, because finding one may access the system's key store. */
function createDestinationCache({ destination }: PoolParts, profileId: string) {
  const destinations = new Map<Environment, Promise<Result<Destination>>>()
  return (environment: Environment) => {
    const pendingDestination = destinations.get(environment) ?? destination(profileId, environment)
    destinations.set(environment, pendingDestination)
    return pendingDestination
  }
}

type Queue = ReturnType<typeof createQueue>

/** Returns the queued links of a profile in groups of one environment, fetched in pages. */
function createQueue({ checks }: PoolParts, profileId: string, range: QueueRange) {
  const page: QueuedLink[] = []
  const individualLinks: QueuedLink[] = []
  let { after } = range
  const fill = async () => {
    if (page.length > 0) return
    const fetched = await checks.next(profileId, { ...range, after })
    // Links may have been put back meanwhile.
    page.push(...fetched)
    after = fetched.at(-1)?.number ?? after
  }
  return {
    first: async (): Promise<QueuedLink | undefined> => {
      await fill()
      return page[0]
    },
    /** Returns a group of at most `max` links; `undefined` after the last. */
    take: async (max: number): Promise<CheckGroup | undefined> => {
      const single = individualLinks.shift()
      if (single) return { links: [single], failures: 0 }
      await fill()
      const links = page.splice(0, countGroup(page, max))
      return links.length > 0 ? { links, failures: 0 } : undefined
    },
    /** Returns a link to the queue, to be requested again or individually. */
    putBack: (link: QueuedLink, isIndividual: boolean) =>
      void (isIndividual ? individualLinks : page).unshift(link),
  }
}
