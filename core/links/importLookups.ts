import { randomUUID } from 'node:crypto'
import type { Environment } from '../../contract/service/api/headers.ts'
import type { RowError } from '../../contract/app/library/imports.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import { parseRemoteLink } from '../../contract/app/link/remoteLink.ts'
import { requestsBackoff, isLinkSpecific } from '../../contract/app/work/requestPool.ts'
import { ok } from '../../contract/app/problems/result.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import type { PendingLookup } from '../library/imports/classify.ts'
import type { AddedLink } from '../library/records.ts'
import { findProfile } from '../profiles/profiles.ts'
import type { AddParts } from './add.ts'
import { lookUpGroup, runLookups } from './lookUpMany.ts'
import { createLookupQueue } from './lookupQueue.ts'
import type { LookupGroup as Group, LookupQueue as Queue, QueuedLink } from './lookupQueue.ts'
import type { LinkServices } from './linkServices.ts'

export type LookupParts = AddParts & Pick<LinkServices, 'services' | 'inFlight'>

/** Receives the results of lookups. Each link is reported once. */
export interface LookupWatcher {
  /** Called when links were added to the library. `known` links were already added while the file was read. */
  added: (environment: Environment, added: number, known: number) => void
  rejected: (link: PendingLookup, error: RowError) => void
  signal: AbortSignal
}

/** Maximum number of failed requests for a link. */
const maxAttempts = 3

/**
 * Looks up links of one profile at the rate of its service, in batches if the service supports that, and adds them to
 * the library. Returns the problem that ended it early, if any.
 */
export async function runLookupPool(
  parts: LookupParts,
  { profileId, links }: { profileId: string; links: readonly PendingLookup[] },
  watcher: LookupWatcher,
): Promise<Problem | null> {
  const profile = findProfile(parts.settings, profileId)
  if (!profile.ok) return profile.problem
  const queue = createLookupQueue(links)
  const results = createResults(parts, { profile: profile.value, queue, watcher })
  // Lookups have no side effects, so those in progress are aborted with the import.
  const ask = createRequester(
    { ...parts, client: parts.client.until(watcher.signal) },
    { profileId, queue, results },
  )
  const lookups = { take: queue.take, ask, onHold: () => undefined, signal: watcher.signal }
  return await runLookups<Group>(parts, profile.value, lookups)
}

type Results = ReturnType<typeof createResults>

interface ResultParts {
  profile: { id: string; name: string }
  queue: Queue
  watcher: LookupWatcher
}

/** Creates the handlers of lookup results: a link is added, looked up elsewhere or again, or rejected. */
function createResults({ records }: LookupParts, { profile, queue, watcher }: ResultParts) {
  const toAdded = createAdder(profile)
  /** Second environments that reject every request, for example because there is no key. */
  const refusedEnvironments = new Set<Environment>()
  const reject = (link: QueuedLink, error: RowError) => {
    const { isSecond, alternative, environment } = link
    // Reports the first environment, in which the link wasn't found. The second one failed, or doesn't have it either.
    watcher.rejected({ ...link, environment: isSecond ? (alternative ?? environment) : environment }, error)
  }
  const rejectAll = (group: Group, error: RowError) => {
    for (const link of group.links.splice(0)) reject(link, error)
  }
  return {
    isRefused: ({ isSecond, environment }: QueuedLink) => isSecond && refusedEnvironments.has(environment),
    rejectAll,
    rejected: reject,
    absent: (link: QueuedLink) => {
      const { alternative, environment } = link
      if (link.isSecond) reject(link, 'not_found_anywhere')
      else if (alternative === null) reject(link, 'not_found')
      else if (refusedEnvironments.has(alternative)) reject(link, 'not_found_key_refused')
      else queue.put({ ...link, environment: alternative, alternative: environment, isSecond: true })
    },
    found: async (found: readonly FoundLink[]) => {
      const [first] = found
      if (!first) return
      const added = await records.addMany(found.map(toAdded))
      watcher.added(first.link.environment, added, found.length - added)
    },
    failed: (group: Group, { code }: Problem) => {
      const [first] = group.links
      if (first?.isSecond === true && (code === 'key_refused' || code === 'environment_refused')) {
        refusedEnvironments.add(first.environment)
        rejectAll(group, 'not_found_key_refused')
        return
      }
      // Appended to the end of the queue, so that one link that always fails doesn't end the import.
      for (const link of group.links.splice(0)) {
        if (link.attempts + 1 < maxAttempts) queue.put({ ...link, attempts: link.attempts + 1 })
        else reject(link, 'no_answer')
      }
    },
  }
}

interface AskParts {
  profileId: string
  queue: Queue
  results: Results
}

/** Returns a function that sends the request for a group. Links left in the group must be requested again. */
function createRequester({ client, destination }: LookupParts, { profileId, queue, results }: AskParts) {
  const request = async ({ links }: Group, target: Destination): Promise<Result<unknown>> => {
    const lookedUp = await lookUpGroup(client, target, links)
    if (!lookedUp.ok) {
      const [link, second] = links
      if (link && !second && isLinkSpecific(lookedUp.problem)) results.rejected(link, 'refused')
      return lookedUp
    }
    const found: FoundLink[] = []
    for (const [index, link] of links.entries()) {
      const result = lookedUp.value[index]
      if (result?.state === 'found') found.push({ link, raw: result.raw, text: result.text })
      else if (result?.state === 'absent') results.absent(link)
      else queue.put({ ...link, isIndividual: result?.state === 'individual' })
    }
    await results.found(found)
    return lookedUp
  }
  return async (group: Group): Promise<Result<unknown>> => {
    const [first] = group.links
    if (!first) return ok(null)
    if (results.isRefused(first)) {
      results.rejectAll(group, 'not_found_key_refused')
      return ok(null)
    }
    const target = await destination(profileId, first.environment)
    const result = target.ok ? await request(group, target.value) : target
    if (result.ok || isLinkSpecific(result.problem)) group.links.splice(0)
    else if (!requestsBackoff(result.problem)) results.failed(group, result.problem)
    // A rejected key of the second environment must not end the import.
    return results.isRefused(first) ? ok(null) : result
  }
}

type Destination = Parameters<LookupParts['client']['lookup']>[0]

interface FoundLink {
  link: QueuedLink
  /** The service's response. */
  raw: string
  /** The link in the response. */
  text: string
}

/** Returns a function that converts a response to a library entry. */
function createAdder({ id: profileId, name: profileName }: { id: string; name: string }) {
  return ({ link: { path, environment }, raw, text }: FoundLink): AddedLink => ({
    ...{ id: randomUUID(), profileId, profileName, environment, path },
    link: parseRemoteLink(text).access_path,
    answer: raw,
    createdAt: new Date().toISOString(),
  })
}
