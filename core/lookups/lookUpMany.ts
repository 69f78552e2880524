import { isExcessiveText } from '../../contract/service/json/jsonScan.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import { ok, type Result } from '../../contract/app/problems/result.ts'
import type { Client, Destination, IncludedPart } from '../client/client.ts'

/**
 * The result for one path of a multi-link lookup. `retry`: the response was full. `individual`: the path must be requested
 * individually, because the response was unusable.
 */
export type PathResult =
  | {
      state: 'found'
      /** The link in the answer. */ text: string
      /** The same response as for an individual lookup. */ raw: string
    }
  | { state: 'absent' | 'retry' | 'individual' }

/** Maximum total length of the paths in one request, well below the service's body limit. */
const maxPathsLength = 32 * 1_024

/** Problems of a multi-link lookup that don't mean that the service itself fails. */
const unsuitableCodes = new Set<Problem['code']>([
  'link_not_found',
  'not_the_service',
  'request_refused',
  'answer_unreadable',
  'answer_too_large',
])

/**
 * Whether a multi-link lookup failed in a way that individual lookups may not, for example because a gateway doesn't
 * route it.
 */
function isUnsuitable({ code }: Problem): boolean {
  return unsuitableCodes.has(code)
}

/** Looks up at most `lookupLimits.paths` links with one request. Returns the result of each path, in order. */
export async function lookUpMany(
  client: Client,
  destination: Destination,
  paths: readonly string[],
  include?: readonly IncludedPart[],
): Promise<Result<PathResult[]>> {
  const result = await client.lookupMany(destination, [...new Set(paths)], include)
  if (!result.ok) {
    return isUnsuitable(result.problem) ? ok(paths.map(() => ({ state: 'individual' }))) : result
  }
  const { links } = result.value
  const remaining = new Set(result.value.remaining)
  // Otherwise, a response that contains none of the links would be requested forever.
  const unansweredState = paths.every((path) => remaining.has(path) && !links.has(path))
    ? 'individual'
    : 'retry'
  return ok(
    paths.map((path): PathResult => {
      const text = links.get(path)
      if (text === undefined) return { state: remaining.has(path) ? unansweredState : 'absent' }
      return isExcessiveText(text)
        ? { state: 'individual' }
        : { state: 'found', text, raw: `{"link":${text}}` }
    }),
  )
}

/** Looks up links: a single one with its own request, several with one. Returns the result of each path, in order. */
export async function lookUpGroup(
  client: Client,
  destination: Destination,
  links: readonly { path: string }[],
): Promise<Result<PathResult[]>> {
  const paths = links.map(({ path }) => path)
  const [path, second] = paths
  if (path === undefined || second !== undefined) return await lookUpMany(client, destination, paths)
  const result = await client.lookup(destination, path)
  if (result.ok) return ok([{ state: 'found', raw: result.value.raw, text: result.value.link }])
  return result.problem.code === 'link_not_found' ? ok([{ state: 'absent' }]) : result
}

/**
 * Returns how many of the first links fit into one request: with the same environment, and within the length limit for
 * paths. Second lookups aren't mixed with first ones, because their environment may reject the key.
 */
export function countGroup(
  links: readonly { path: string; environment: string; isSecond?: boolean }[],
  max: number,
): number {
  const [first] = links
  if (!first) return 0
  let [count, length] = [1, first.path.length]
  for (; count < Math.min(max, links.length); count++) {
    const link = links[count]
    if (link?.environment !== first.environment || link.isSecond !== first.isSecond) break
    if ((length += link.path.length + 3) > maxPathsLength) break
  }
  return count
}
