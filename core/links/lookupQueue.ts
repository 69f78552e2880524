import type { Environment } from '../../contract/service/api/headers.ts'
import type { PendingLookup } from '../library/imports/classify.ts'
import { countGroup } from './lookUpMany.ts'

/** A link that waits to be looked up. */
export interface QueuedLink extends PendingLookup {
  /** Whether it wasn't found in the first environment and is looked up in the other one. */
  isSecond: boolean
  /** Whether it must be requested individually. */
  isIndividual: boolean
  /** Number of failed requests, except those that the service asked to retry later. */
  attempts: number
}

/** Links of one environment that are looked up by one request. */
export interface LookupGroup {
  links: QueuedLink[]
}

export type LookupQueue = ReturnType<typeof createLookupQueue>

/** A queue from which links are taken in groups of one environment. */
export function createLookupQueue(links: readonly PendingLookup[]) {
  const byEnvironment = new Map<Environment, QueuedLink[]>()
  const put = (link: QueuedLink) => {
    const existing = byEnvironment.get(link.environment)
    if (existing) existing.push(link)
    else byEnvironment.set(link.environment, [link])
  }
  for (const link of links) put({ ...link, isSecond: false, isIndividual: false, attempts: 0 })
  /** Second lookups aren't mixed with first ones, because their environment may reject the key. */
  const canShareRequest = (link: QueuedLink, first: QueuedLink) =>
    !link.isIndividual && !first.isIndividual && link.isSecond === first.isSecond
  return {
    put,
    take: (max: number): LookupGroup | undefined => {
      const queue = [...byEnvironment.values()].find(({ length }) => length > 0)
      return queue && { links: queue.splice(0, countGroup(queue, max, canShareRequest)) }
    },
  }
}
