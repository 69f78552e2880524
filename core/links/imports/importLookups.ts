import type { Environment } from '../../../contract/service/api/headers.ts'
import type { RowError } from '../../../contract/app/library/imports.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { isLinkSpecific } from '../../../contract/app/jobs/requestPool.ts'
import type { PendingLookup } from '../../library/imports/classify.ts'
import { lookUpLinks, toAddedLink, type Answer, type LookupParts } from '../../lookups/lookUpLinks.ts'
import { createLookupQueue } from '../../lookups/lookupQueue.ts'
import { findProfile } from '../../profiles/profiles.ts'
import type { LinkServices } from '../linkServices.ts'

export type ImportLookupParts = LookupParts & Pick<LinkServices, 'records'>

/** Receives the results of lookups. Each link is reported once. */
export interface LookupWatcher {
  /** Called when links were added to the library. `known` links were already added while the file was read. */
  added: (environment: Environment, added: number, known: number) => void
  rejected: (link: PendingLookup, error: RowError) => void
  signal: AbortSignal
}

/** A link that waits to be looked up. */
interface QueuedLink extends PendingLookup {
  isSecond: boolean
  attempts: number
}

/** Maximum number of failed requests for a link. */
const maxAttempts = 3

/**
 * Looks up links of one profile and adds them to the library. One that its environment doesn't have is looked up in the
 * other one. Returns the problem that ended it early, if any.
 */
export async function runLookupPool(
  parts: ImportLookupParts,
  { profileId, links }: { profileId: string; links: readonly PendingLookup[] },
  watcher: LookupWatcher,
): Promise<Problem | null> {
  const waiting = links.map((link): QueuedLink => ({ ...link, isSecond: false, attempts: 0 }))
  const byEnvironment = waiting.sort((a, b) => a.environment.localeCompare(b.environment))
  const queue = createLookupQueue(byEnvironment)
  /** Second environments that reject every request, for example because there is no key. */
  const refusedEnvironments = new Set<Environment>()
  const isRefused = ({ isSecond, environment }: QueuedLink) =>
    isSecond && refusedEnvironments.has(environment)
  const reject = (link: QueuedLink, error: RowError) => {
    const { isSecond, alternative, environment } = link
    // Reports the first environment, in which the link wasn't found. The second one failed, or doesn't have it either.
    watcher.rejected({ ...link, environment: isSecond ? (alternative ?? environment) : environment }, error)
  }
  const lookInOther = (link: QueuedLink) => {
    const { alternative, environment } = link
    if (link.isSecond) reject(link, 'not_found_anywhere')
    else if (alternative === null) reject(link, 'not_found')
    else if (refusedEnvironments.has(alternative)) reject(link, 'not_found_key_refused')
    else queue.put({ ...link, environment: alternative, alternative: environment, isSecond: true })
  }
  return await lookUpLinks<QueuedLink>(parts, {
    ...{ profileId, queue, signal: watcher.signal },
    groupAttempts: 1,
    save: async (answers) => {
      for (const { link, found } of answers) if (!found) lookInOther(link)
      const added = answers.flatMap((answer) => toAdded(parts, profileId, answer) ?? [])
      const [first] = answers
      if (!first || added.length === 0) return
      const count = await parts.records.addMany(added)
      watcher.added(first.link.environment, count, added.length - count)
    },
    failed: (failed, problem) => {
      const [first] = failed
      // A rejected key of the second environment must not end the import.
      if (first?.isSecond === true && ['key_refused', 'environment_refused'].includes(problem.code)) {
        refusedEnvironments.add(first.environment)
        for (const link of [...failed, ...queue.remove(isRefused)]) reject(link, 'not_found_key_refused')
        return true
      }
      for (const link of failed) {
        // Appended to the end of the queue, so that one link that always fails doesn't end the import.
        const attempts = link.attempts + 1
        if (isLinkSpecific(problem)) reject(link, 'refused')
        else if (attempts < maxAttempts) queue.put({ ...link, attempts })
        else reject(link, 'no_answer')
      }
      return false
    },
  })
}

/** Returns the library's entry for an answer; `null` if there is no such link. */
function toAdded(
  { settings }: ImportLookupParts,
  profileId: string,
  { link: { path, environment }, found }: Answer<QueuedLink>,
) {
  const profile = findProfile(settings, profileId)
  if (!found || !profile.ok) return null
  return toAddedLink({ profileId, profileName: profile.value.name, environment }, path, found)
}
