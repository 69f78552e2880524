import type { Environment } from '../../contract/service/api/headers.ts'
import { countGroup } from './lookUpMany.ts'

/** A link to look up at the service of its profile. */
export interface WaitingLink {
  path: string
  environment: Environment
  /** Whether it wasn't found in the first environment and is looked up in the other one. */
  isSecond?: boolean
}

/** Links of one environment that are looked up by one request. */
export interface LookupGroup<L> {
  links: L[]
  /** Number of its failed requests, except those that the service asked to send later. */
  failures: number
}

export type LookupQueue<L> = ReturnType<typeof createLookupQueue<L & WaitingLink>>

/**
 * Creates a queue from which the links of a profile are taken in groups. `fetch` returns more links when all were taken;
 * none after the last.
 */
export function createLookupQueue<L extends WaitingLink>(
  waiting: L[],
  fetch: () => Promise<readonly L[]> = () => Promise.resolve([]),
) {
  const individualLinks: L[] = []
  const fill = async () => {
    // Links may be put back meanwhile.
    if (waiting.length === 0) waiting.push(...(await fetch()))
  }
  return {
    first: async (): Promise<L | undefined> => {
      await fill()
      return waiting[0]
    },
    /** Returns a group of at most `max` links; `undefined` after the last. */
    take: async (max: number): Promise<LookupGroup<L> | undefined> => {
      const single = individualLinks.shift()
      if (single) return { links: [single], failures: 0 }
      await fill()
      const links = waiting.splice(0, countGroup(waiting, max))
      return links.length > 0 ? { links, failures: 0 } : undefined
    },
    /** Adds a link at the end. */
    put: (link: L) => void waiting.push(link),
    /** Returns a link to the start of the queue, to be requested again or individually. */
    putBack: (link: L, isIndividual: boolean) =>
      void (isIndividual ? individualLinks : waiting).unshift(link),
    remove: (isRemoved: (link: L) => boolean): L[] => {
      const removed = waiting.filter(isRemoved)
      waiting.splice(0, waiting.length, ...waiting.filter((link) => !isRemoved(link)))
      return removed
    },
  }
}
