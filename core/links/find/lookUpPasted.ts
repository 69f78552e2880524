import { otherEnvironment } from '../../../contract/service/api/headers.ts'
import type { Lookup } from '../../../contract/app/calls/links/links.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import type { LinkServices } from '../linkServices.ts'
import { toFoundLink } from './find.ts'
import { lookUpLinks, type LookupParts } from '../../lookups/lookUpLinks.ts'
import { createLookupQueue, type WaitingLink } from '../../lookups/lookupQueue.ts'

export type PastedLookupParts = LookupParts & Pick<LinkServices, 'records'>

interface PastedTask {
  lookups: readonly Lookup[]
  /** Whether the other environment is asked, too, if the first one doesn't have a link. */
  isGuess: (index: number) => boolean
  signal: AbortSignal
  onHold: (profileId: string, isHeld: boolean) => void
  onChange: (indexes: readonly number[], part: Partial<Lookup>) => void
}

interface QueuedLink extends WaitingLink {
  index: number
  host: string | null
  isSecond: boolean
}

/** Looks up pasted links that have no result, each at its own service. Returns the first problem that ended it early. */
export async function lookUpPasted(parts: PastedLookupParts, task: PastedTask): Promise<Problem | null> {
  const waiting = task.lookups.flatMap(({ link, context, result }, index) =>
    context && result === null ? [{ ...link, ...context, index, isSecond: false }] : [],
  )
  const byProfile = Map.groupBy(waiting, ({ profileId }) => profileId)
  const problems = await Promise.all(
    [...byProfile].map(([profileId, links]) => lookUpInProfile(parts, task, profileId, links)),
  )
  return problems.find((problem) => problem !== null) ?? null
}

function lookUpInProfile(
  parts: PastedLookupParts,
  { isGuess, signal, onHold, onChange }: PastedTask,
  profileId: string,
  links: QueuedLink[],
): Promise<Problem | null> {
  const queue = createLookupQueue(links)
  const indexesOf = (some: readonly QueuedLink[]) => some.map(({ index }) => index)
  return lookUpLinks<QueuedLink>(parts, {
    ...{ profileId, queue, signal, groupAttempts: 2 },
    onHold: (isHeld) => onHold(profileId, isHeld),
    save: async (answers) => {
      for (const answer of answers) {
        const { index, environment, isSecond } = answer.link
        if (answer.found) {
          const found = await toFoundLink(parts, { profileId, environment }, answer.link, answer.found)
          onChange([index], { result: { found } })
        } else if (isGuess(index) && !isSecond) {
          const other = otherEnvironment(environment)
          onChange([index], { context: { profileId, environment: other } })
          queue.put({ ...answer.link, environment: other, isSecond: true })
        } else {
          const result = { problem: { code: 'link_not_found' } } as const
          onChange([index], { inNeither: isSecond, result })
        }
      }
    },
    failed: (some, problem) => {
      onChange(indexesOf(some), { result: { problem } })
      return false
    },
  })
}
