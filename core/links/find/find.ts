import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import type { FoundLink } from '../../../contract/app/calls/links/links.ts'
import type { LookupContext } from '../../../contract/app/window/windowPath.ts'
import type { LinkPath } from '../../../contract/service/address/linkAddress.ts'
import { findLinkPath } from '../../../contract/service/path/linkPath.ts'
import { parseRemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { fail, ok, type Result } from '../../../contract/app/problems/result.ts'
import { learnLinkDomain } from '../../profiles/learnLinkDomain.ts'
import { findProfile, getDefaults } from '../../profiles/profiles.ts'
import type { CreateParts } from '../create/create.ts'

/** Looks up a pasted link at a profile's service and in the library. */
export async function findLink(
  parts: CreateParts,
  { text, profileId, environment }: ParsedInput<'links.find'>,
): Promise<Result<FoundLink>> {
  const { path, host } = findLinkPath(text) ?? {}
  // URL resolution would remove these paths before the request is sent.
  if (path === undefined || path === '.' || path === '..') return fail({ code: 'no_path_found' })
  const target = await parts.destination(profileId, environment)
  if (!target.ok) return target
  const result = await parts.client.lookup(target.value, path)
  if (!result.ok) return result
  const { link, raw } = result.value
  const context = { profileId, environment }
  return ok(await toFoundLink(parts, context, { path, host: host ?? null }, { text: link, raw }))
}

/**
 * Returns a pasted link that a service has, with the library's record of it. Adds its domain to the profile if the service
 * confirms that it owns the domain.
 */
export async function toFoundLink(
  { settings, services, records }: Pick<CreateParts, 'settings' | 'services' | 'records'>,
  context: LookupContext,
  { path, host }: LinkPath,
  { text, raw }: { text: string; raw: string },
): Promise<FoundLink> {
  const profile = findProfile(settings, context.profileId)
  const link = parseRemoteLink(text)
  const address = link.access_path ?? ''
  if (host !== null && URL.parse(address)?.host === host)
    await learnLinkDomain(settings, context.profileId, address).catch(() => undefined)
  return {
    ...{ path, link, raw },
    record: await records.findByPath({ path, ...context }),
    defaults: profile.ok ? getDefaults(profile.value, services) : 'unknown',
  }
}
