import type { CallOutput, ParsedInput } from '../../../contract/app/calls/calls.ts'
import type { FoundLink } from '../../../contract/app/calls/links/links.ts'
import { findLinkPath } from '../../../contract/service/link/linkPath.ts'
import { parseRemoteLink, type RemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { fail, ok, type Result } from '../../../contract/app/problems/result.ts'
import { learnLinkDomain } from '../../profiles/learnLinkDomain.ts'
import { findProfile, offers } from '../../profiles/profiles.ts'
import type { SettingsFile } from '../../settings/settings.ts'
import type { CreateParts } from '../create/create.ts'
import { lookUpMany } from '../../lookups/lookUpMany.ts'

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
  await learnDomain(settings, { profileId, host, link })
  return ok({
    path,
    link,
    raw,
    record: await records.findByPath({ path, profileId, environment }),
    defaults: announced ? 'ours' : 'unknown',
  })
}

/** Looks up many pasted links (`links.findMany`). Uses one request if the service supports that. */
export async function findLinks(
  { destination, client, records, settings, services }: CreateParts,
  { texts, profileId, environment }: ParsedInput<'links.findMany'>,
): Promise<Result<CallOutput<'links.findMany'>>> {
  const profile = findProfile(settings, profileId)
  if (!profile.ok) return profile
  if (!offers(profile.value, services, 'lookup')) return ok(texts.map(() => null))
  const target = await destination(profileId, environment)
  if (!target.ok) return target
  const linkPaths = texts.map((text) => findLinkPath(text))
  const paths = linkPaths.flatMap((found) => found?.path ?? [])
  if (paths.length === 0) return ok(texts.map(() => null))
  const lookedUp = await lookUpMany(client, target.value, paths)
  if (!lookedUp.ok) return lookedUp
  const byPath = new Map(paths.map((path, index) => [path, lookedUp.value[index]]))
  const results: CallOutput<'links.findMany'> = []
  for (const { path, host } of linkPaths.map((found) => found ?? { path: '', host: null })) {
    const result = byPath.get(path)
    if (result?.state !== 'found') {
      results.push(result?.state === 'absent' ? { problem: { code: 'link_not_found' } } : null)
      continue
    }
    const link = parseRemoteLink(result.text)
    await learnDomain(settings, { profileId, host, link })
    const record = await records.findByPath({ path, profileId, environment })
    results.push({ found: { path, link, raw: result.raw, record, defaults: 'ours' } })
  }
  return ok(results)
}

interface ConfirmedLink {
  profileId: string
  /** The host of the pasted link. */
  host: string | null | undefined
  link: RemoteLink
}

/** The service confirms that it owns the domain of the pasted link. */
async function learnDomain(settings: SettingsFile, { profileId, host, link }: ConfirmedLink): Promise<void> {
  const address = link.access_path ?? ''
  if (host && URL.parse(address)?.host === host)
    await learnLinkDomain(settings, profileId, address).catch(() => undefined)
}
