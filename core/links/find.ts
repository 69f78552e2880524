import type { ParsedInput } from '../../contract/calls.ts'
import type { FoundLink } from '../../contract/calls/links.ts'
import { findLinkPath } from '../../contract/linkPath.ts'
import { parseRemoteLink } from '../../contract/remoteLink.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { learnLinkDomain } from '../profiles/learnLinkDomain.ts'
import type { CreateParts } from './create.ts'

/** Looks up a pasted link at a profile's service and in the library. */
export async function findLink(
  { destination, client, records, settings }: CreateParts,
  { text, profileId, environment }: ParsedInput<'links.find'>,
): Promise<Result<FoundLink>> {
  const { path, host } = findLinkPath(text) ?? {}
  // These paths would be resolved away before the request is sent.
  if (path === undefined || path === '.' || path === '..') return fail({ code: 'no_path_found' })
  const target = await destination(profileId, environment)
  if (!target.ok) return target
  const found = await client.lookup(target.value, path)
  if (!found.ok) return found
  const { raw, announced } = found.value
  const link = parseRemoteLink(found.value.link)
  const address = link.access_path ?? ''
  // The service confirms that it owns the domain of the pasted link.
  if (host && URL.parse(address)?.host === host) {
    await learnLinkDomain(settings, profileId, address).catch(() => undefined)
  }
  return ok({
    path,
    link,
    raw,
    record: await records.findByPath({ path, profileId, environment }),
    defaults: announced ? 'ours' : 'unknown',
  })
}
