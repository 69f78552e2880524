import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import type { FoundLink } from '../../../contract/app/calls/links/links.ts'
import { findLinkPath } from '../../../contract/service/path/linkPath.ts'
import { parseRemoteLink, type RemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { fail, ok, type Result } from '../../../contract/app/problems/result.ts'
import { learnLinkDomain } from '../../profiles/learnLinkDomain.ts'
import type { SettingsFile } from '../../settings/settings.ts'
import type { CreateParts } from '../create/create.ts'

/** Looks up a pasted link at a profile's service and in the library. */
export async function findLink(
  { destination, client, records, settings }: CreateParts,
  { text, profileId, environment }: ParsedInput<'links.find'>,
): Promise<Result<FoundLink>> {
  const { path, host } = findLinkPath(text) ?? {}
  // URL resolution would remove these paths before the request is sent.
  if (path === undefined || path === '.' || path === '..') return fail({ code: 'no_path_found' })
  const target = await destination(profileId, environment)
  if (!target.ok) return target
  const result = await client.lookup(target.value, path)
  if (!result.ok) return result
  const { raw, announced } = result.value
  const link = parseRemoteLink(result.value.link)
  await learnConfirmedDomain(settings, { profileId, host, link })
  return ok({
    path,
    link,
    raw,
    record: await records.findByPath({ path, profileId, environment }),
    defaults: announced ? 'ours' : 'unknown',
  })
}

interface ConfirmedLink {
  profileId: string
  /** The host of the pasted link. */
  host: string | null | undefined
  link: RemoteLink
}

/** Adds the domain of a pasted link to its profile, because the service confirms that it owns it. */
export async function learnConfirmedDomain(
  settings: SettingsFile,
  { profileId, host, link }: ConfirmedLink,
): Promise<void> {
  const address = link.access_path ?? ''
  if (host && URL.parse(address)?.host === host)
    await learnLinkDomain(settings, profileId, address).catch(() => undefined)
}
