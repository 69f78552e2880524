import type { CheckOutcome } from '../../contract/check.ts'
import type { Environment } from '../../contract/headers.ts'
import { asksToBackOff, rateLimits, runRequestPool } from '../../contract/requestPool.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Result } from '../../contract/result.ts'
import type { Destination } from '../client/client.ts'
import type { InFlight } from '../inFlight.ts'
import type { Work } from '../jobs.ts'
import type { QueueRange, QueuedLink } from '../library/checks/checkQueue.ts'
import type { AnnouncedServices } from '../library/services.ts'
import { defaultsOf, findProfile } from '../profiles/profiles.ts'
import type { SettingsFile } from '../settings/settings.ts'
import { requestLink } from './check.ts'
import type { CheckParts } from './check.ts'

export interface PoolParts extends Pick<CheckParts, 'client' | 'destination' | 'checks'> {
  settings: SettingsFile
  services: AnnouncedServices
  inFlight: InFlight
}

/** Callbacks of a running pool. */
export interface PoolWatcher {
  /** A link was checked, or the service couldn't be asked. */
  checked: (came: CheckOutcome | 'unanswered') => void
  /** Whether the service asks for a back-off now. */
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
  const { settings, services, inFlight } = parts
  const profile = findProfile(settings, profileId)
  if (!profile.ok) return profile.problem
  const destinationFor = createDestinationCache(parts, profileId)
  const next = createQueue(parts, profileId, range)
  const first = await next()
  if (!first) return null
  // Without a key nothing can be requested, and looking for it again could raise another prompt.
  const there = await destinationFor(first.environment)
  if (!there.ok) return prefixProfile(profile.value.name, there.problem)
  const broken: Error[] = []
  let waiting: QueuedLink | undefined = first
  const ended = await runRequestPool({
    next: () => {
      const taken = waiting
      waiting = undefined
      return taken ?? next()
    },
    rateLimit: rateLimits[defaultsOf(profile.value, services)],
    ask: async (link) => {
      try {
        watcher.held(false)
        return await checkQueuedLink(parts, link, { to: await destinationFor(link.environment), watcher })
      } catch (error) {
        broken.push(error instanceof Error ? error : new Error(String(error)))
        return there
      }
    },
    onHold: () => watcher.held(true),
    pause: (ms) => inFlight.pause(ms, signal),
    signal: {
      get aborted() {
        return signal.aborted || broken.length > 0
      },
    },
  })
  watcher.held(false)
  if (broken[0]) throw broken[0]
  return ended && prefixProfile(profile.value.name, ended)
}

/** Adds the profile's name, because several profiles are checked together. */
function prefixProfile(profile: string, problem: Problem): Problem {
  return { ...problem, detail: [profile, problem.detail].filter(Boolean).join(': ') }
}

async function checkQueuedLink(
  { client, checks }: PoolParts,
  { id, path }: QueuedLink,
  { to: destination, watcher }: { to: Result<Destination>; watcher: PoolWatcher },
): Promise<Result<unknown>> {
  const seen = destination.ok ? await requestLink(client, destination.value, path) : destination
  if (!seen.ok) {
    if (!asksToBackOff(seen.problem)) watcher.checked('unanswered')
    return seen
  }
  const check = await checks.save(id, seen.value, new Date().toISOString())
  if (check) watcher.checked(check.outcome)
  return seen
}

/** Caches destinations per environment, because finding one may access the system's key store. */
function createDestinationCache({ destination }: PoolParts, profileId: string) {
  const known = new Map<Environment, Promise<Result<Destination>>>()
  return (environment: Environment) => {
    const found = known.get(environment) ?? destination(profileId, environment)
    known.set(environment, found)
    return found
  }
}

/** Returns a function that returns the next queued link, fetched in pages; `undefined` after the last. */
function createQueue({ checks }: PoolParts, profileId: string, range: QueueRange) {
  let page: QueuedLink[] = []
  let { after } = range
  return async (): Promise<QueuedLink | undefined> => {
    if (page.length === 0) page = await checks.next(profileId, { ...range, after })
    const link = page.shift()
    if (link) after = link.number
    return link
  }
}
