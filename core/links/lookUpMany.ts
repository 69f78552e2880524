import { isExcessiveText } from '../../contract/jsonScan.ts'
import type { Problem } from '../../contract/problem.ts'
import { ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Client, Destination, IncludedPart } from '../client/client.ts'

/**
 * What became of a path among many. `again`: the answer was full. `alone`: it needs a request of its own, because
 * the answer for many couldn't be used.
 */
export type PathAnswer =
  | {
      state: 'found'
      /** The link in the answer. */ text: string
      /** As if it were looked up alone. */ raw: string
    }
  | { state: 'absent' | 'again' | 'alone' }

/** Maximum length of the paths of one request, well below the service's limit for a body. */
const maxPathsLength = 32 * 1_024

/** Problems of a lookup of many links that say nothing about the service as a whole. */
const unsuitableAnswers = new Set<Problem['code']>([
  'link_not_found',
  'not_the_service',
  'request_refused',
  'answer_unreadable',
  'answer_too_large',
])

/** Whether a request for many links failed as such: a gateway may not know its address. Link by link works all the same. */
export function isUnsuitable({ code }: Problem): boolean {
  return unsuitableAnswers.has(code)
}

/** Looks up at most `lookupLimits.paths` links with one request. Returns the answer for each path, in order. */
export async function lookUpMany(
  client: Client,
  destination: Destination,
  paths: readonly string[],
  include?: readonly IncludedPart[],
): Promise<Result<PathAnswer[]>> {
  const answer = await client.lookupMany(destination, [...new Set(paths)], include)
  if (!answer.ok) {
    return isUnsuitable(answer.problem) ? ok(paths.map(() => ({ state: 'alone' }))) : answer
  }
  const { links } = answer.value
  const remaining = new Set(answer.value.remaining)
  // Otherwise an answer without any of the links would be requested forever.
  const unread = paths.every((path) => remaining.has(path) && !links.has(path)) ? 'alone' : 'again'
  return ok(
    paths.map((path): PathAnswer => {
      const text = links.get(path)
      if (text === undefined) return { state: remaining.has(path) ? unread : 'absent' }
      return isExcessiveText(text) ? { state: 'alone' } : { state: 'found', text, raw: `{"link":${text}}` }
    }),
  )
}

interface Groupable {
  path: string
  environment: string
}

/** Returns how many of the first links fit into one request: of one environment, and with short enough paths. */
export function countGroup<T extends Groupable>(
  links: readonly T[],
  max: number,
  fits: (link: T, first: T) => boolean = () => true,
): number {
  const [first] = links
  if (!first) return 0
  let [count, length] = [1, first.path.length]
  for (; count < Math.min(max, links.length); count++) {
    const link = links[count]
    if (link?.environment !== first.environment || !fits(link, first)) break
    if ((length += link.path.length + 3) > maxPathsLength) break
  }
  return count
}
