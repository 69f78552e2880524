import { linkVersion, type CurrentLink } from '../../contract/app/calls/links/changes.ts'
import { readJson } from '../../contract/service/json/json.ts'
import { memberTexts } from '../../contract/service/json/jsonMembers.ts'
import { activeUntilField } from '../../contract/service/link/link.ts'
import { lookupLimits } from '../../contract/service/path/lookupLimits.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import { parseRemoteLink } from '../../contract/app/link/remoteLink.ts'
import { requestsBackoff, isLinkSpecific } from '../../contract/app/jobs/requestPool.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Client, Destination } from '../client/client.ts'
import { countGroup, lookUpMany, type PathResult } from './lookUpMany.ts'

/** The current state of a link at its service, with its JSON text. */
export interface FoundLink extends CurrentLink {
  text: string
}

/** Links by path. Links that the service doesn't have are missing. */
export type FoundByPath = Map<string, FoundLink>

/** The results of lookups, and the problems of links that can't be read although the service responds. */
export interface CurrentLinks {
  found: FoundByPath
  failed: Map<string, Problem>
}

/** Looks up the current state of links, in batches if the service supports that. Continues if a link can't be read. */
export async function lookUpCurrentLinks(
  client: Client,
  destination: Destination,
  paths: readonly string[],
): Promise<Result<CurrentLinks>> {
  const current: CurrentLinks = { found: new Map(), failed: new Map() }
  let pending = paths.map((path) => ({ path, environment: '' }))
  while (pending.length > 0) {
    const group = pending.splice(0, countGroup(pending, lookupLimits.paths)).map(({ path }) => path)
    const results = await lookUpMany(client, destination, group, [activeUntilField, 'etag'])
    if (!results.ok) return results
    const { batchPaths, singlePaths } = sortResults(group, results.value, current.found)
    pending = [...pending, ...batchPaths.map((path) => ({ path, environment: '' }))]
    for (const path of singlePaths) {
      const result = await lookUpSingle(client, destination, path)
      if (!result.ok && !result.isOfLink) return result
      if (!result.ok) current.failed.set(path, result.problem)
      else if (result.value) current.found.set(path, result.value)
    }
  }
  return ok(current)
}

type SingleResult = { ok: true; value: FoundLink | null } | { ok: false; problem: Problem; isOfLink: boolean }

/** Looks up one link. If that fails, determines whether the link or the service is the cause. */
async function lookUpSingle(client: Client, destination: Destination, path: string): Promise<SingleResult> {
  const first = await lookUpOne(client, destination, path)
  if (first.ok) return first
  if (isOfThisLink(first.problem)) return { ...first, isOfLink: true }
  // If the service responds to a lookup of another link in between, a repeated failure is caused by this link.
  const mayBeOfLink = !requestsBackoff(first.problem) && !ofEveryLink.has(first.problem.code)
  const isServiceUp = mayBeOfLink && (await client.announces(destination)) === true
  if (!isServiceUp) return { ...first, isOfLink: false }
  const second = await lookUpOne(client, destination, path)
  return second.ok ? second : { ...second, isOfLink: !requestsBackoff(second.problem) }
}

/** Problems with the key or the environment. Our service announces itself in these responses as well. */
const ofEveryLink = new Set<Problem['code']>([
  'key_refused',
  'key_scope',
  'key_environment',
  'environment_refused',
])

/** Whether a problem concerns only this link, and neither the service as a whole nor other links. */
function isOfThisLink(problem: Problem): boolean {
  return isLinkSpecific(problem) || problem.code === 'answer_too_large'
}

/** Adds the links that were found. Returns the paths to look up again, in a batch or individually. */
function sortResults(paths: readonly string[], results: readonly PathResult[], found: FoundByPath) {
  const [batchPaths, singlePaths]: [string[], string[]] = [[], []]
  for (const [index, path] of paths.entries()) {
    const result = results[index]
    const link = result?.state === 'found' ? readFound(result.text) : null
    if (link) found.set(path, link)
    else if (result?.state === 'retry') batchPaths.push(path)
    else if (result?.state !== 'absent') singlePaths.push(path)
  }
  return { batchPaths, singlePaths }
}

/** Returns a link from a multi-link response; `null` if its version is missing. */
function readFound(text: string): FoundLink | null {
  const members = memberTexts(text)
  const etag = readJson(members.get('etag') ?? 'null')
  const link = parseRemoteLink(text)
  const version = linkVersion.safeParse({ etag: etag.ok ? etag.value : null, updatedAt: link.updated_at })
  if (!version.success) return null
  // For an individual lookup, the entity tag is in a header instead.
  const rest = [...members].filter(([name]) => name !== 'etag')
  const withoutTag = `{${rest.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
  return { link: parseRemoteLink(withoutTag), version: version.data, text: withoutTag }
}

async function lookUpOne(
  client: Client,
  destination: Destination,
  path: string,
): Promise<Result<FoundLink | null>> {
  const found = await lookUpVersion(client, destination, path)
  return !found.ok && found.problem.code === 'link_not_found' ? ok(null) : found
}

/** Returns a link with its version, which a change needs. */
export async function lookUpVersion(
  client: Pick<Client, 'lookup'>,
  destination: Destination,
  path: string,
): Promise<Result<FoundLink>> {
  const result = await client.lookup(destination, path)
  if (!result.ok) return result
  const { link, version } = result.value
  if (version !== null) return ok({ link: parseRemoteLink(link), version, text: link })
  return fail({
    code: 'answer_unreadable',
    detail: 'The response has no ETag, or a proxy has weakened it.',
  })
}
