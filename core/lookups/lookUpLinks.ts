import { randomUUID } from 'node:crypto'
import { lookupLimits } from '../../contract/service/path/lookupLimits.ts'
import type { Environment } from '../../contract/service/api/headers.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import { ok, type Result } from '../../contract/app/problems/result.ts'
import { rateLimits, requestsBackoff, runRequestPool } from '../../contract/app/jobs/requestPool.ts'
import type { Client, Destination } from '../client/client.ts'
import type { InFlight } from '../inFlight.ts'
import { parseRemoteLink } from '../../contract/app/link/remoteLink.ts'
import type { AddedLink } from '../library/records.ts'
import type { AnnouncedServices } from '../library/services.ts'
import { findProfile, getDefaults, offers, type FindDestination } from '../profiles/profiles.ts'
import type { SettingsFile } from '../settings/settings.ts'
import { lookUpGroup, type PathResult } from './lookUpMany.ts'
import type { LookupGroup, LookupQueue, WaitingLink } from './lookupQueue.ts'

export interface LookupParts {
  settings: SettingsFile
  services: AnnouncedServices
  client: Client
  destination: FindDestination
  inFlight: InFlight
}

/** A link, and what its service has: its response, and the link in it as text. `null` if there is no such link. */
export interface Answer<L> {
  link: L
  found: { raw: string; text: string } | null
}

interface LookupTask<L> {
  profileId: string
  queue: LookupQueue<L>
  /** How often a group of links is requested before it counts as failed. */
  groupAttempts: number
  /** Aborts requests, because they have no side effects. */
  signal: AbortSignal
  /** Called before and after the waits that the service asks for. */
  onHold?: (isHeld: boolean) => void
  /** Saves answers. `requestedAt` is an ISO time. If it throws, all lookups end. */
  save: (answers: Answer<L>[], requestedAt: string) => Promise<void>
  /** Called when links get no answer. Returns whether the others are to be looked up as if they had got one. */
  failed: (links: readonly L[], problem: Problem) => boolean
}

/**
 * Looks up the queued links of a profile at the rate of its service, in groups if the service supports that. Returns the
 * problem that ended it early, if any.
 */
export async function lookUpLinks<L extends WaitingLink>(
  parts: LookupParts,
  { profileId, queue, groupAttempts, signal, onHold, save, failed }: LookupTask<L>,
): Promise<Problem | null> {
  const { services, inFlight } = parts
  const client = parts.client.until(signal)
  const found = findProfile(parts.settings, profileId)
  if (!found.ok) return found.problem
  const profile = found.value
  const destinationFor = createDestinationCache(parts, profileId)
  const first = await queue.first()
  if (!first) return null
  // Without a key nothing can be requested, and another attempt to read it could raise another prompt.
  const firstDestination = await destinationFor(first.environment)
  if (!firstDestination.ok) return firstDestination.problem
  /** Links left in the group must be requested again. */
  const ask = async (group: LookupGroup<L>): Promise<Result<unknown>> => {
    onHold?.(false)
    const { links } = group
    const target = await destinationFor(links[0]?.environment ?? first.environment)
    const requestedAt = new Date().toISOString()
    const results = target.ok ? await lookUpGroup(client, target.value, links) : target
    if (results.ok) {
      await save(toAnswers(queue, links.splice(0), results.value), requestedAt)
      return results
    }
    const { problem } = results
    if (requestsBackoff(problem) || problem.code === 'cancelled') return results
    // One lost connection must not leave many links unanswered.
    if (links.length > 1 && ++group.failures < groupAttempts) return results
    return failed(links.splice(0), problem) ? ok(null) : results
  }
  return await runRequestPool<LookupGroup<L>>({
    next: () => queue.take(offers(profile, services, 'lookup') ? lookupLimits.paths : 1),
    rateLimit: rateLimits[getDefaults(profile, services)],
    ask,
    isOpen: ({ links }) => links.length > 0,
    onHold: () => onHold?.(true),
    pause: (ms) => inFlight.pause(ms, signal),
    signal,
  }).finally(() => onHold?.(false))
}

/** Returns the answers, and puts links without one back into the queue. */
function toAnswers<L extends WaitingLink>(
  queue: LookupQueue<L>,
  links: readonly L[],
  results: readonly PathResult[],
): Answer<L>[] {
  return links.flatMap((link, index): Answer<L>[] => {
    const result = results[index]
    if (result?.state === 'found') return [{ link, found: result }]
    if (result?.state === 'absent') return [{ link, found: null }]
    queue.putBack(link, result?.state === 'individual')
    return []
  })
}

/** Caches the destination of each environment, because finding one may access the system's key store. */
function createDestinationCache({ destination }: LookupParts, profileId: string) {
  const destinations = new Map<Environment, Promise<Result<Destination>>>()
  return (environment: Environment) => {
    const pendingDestination = destinations.get(environment) ?? destination(profileId, environment)
    destinations.set(environment, pendingDestination)
    return pendingDestination
  }
}

/** Returns a link that was created elsewhere, to add it to the library with its service's response. */
export function toAddedLink(
  owner: Pick<AddedLink, 'profileId' | 'profileName' | 'environment'>,
  path: string,
  { text, raw }: { text: string; raw: string },
): AddedLink {
  const { access_path: link } = parseRemoteLink(text)
  return { ...owner, id: randomUUID(), link, path, answer: raw, createdAt: new Date().toISOString() }
}
