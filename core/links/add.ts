import { randomUUID } from 'node:crypto'
import type { ParsedInput } from '../../contract/calls.ts'
import type { LinkRecord } from '../../contract/record.ts'
import { parseRemoteLink } from '../../contract/remoteLink.ts'
import type { Result } from '../../contract/result.ts'
import { ok } from '../../contract/result.ts'
import { profileById } from '../profiles/profiles.ts'
import { recorded } from './create.ts'
import type { CreateParts } from './create.ts'

export type AddParts = Pick<CreateParts, 'settings' | 'destination' | 'client' | 'records'>

/** Looks up a link that was made elsewhere, and keeps it in the library with what the service says of it. */
export async function addLink(
  { settings, destination, client, records }: AddParts,
  { profileId, environment, path }: ParsedInput<'links.add'>,
): Promise<Result<LinkRecord>> {
  const profile = profileById(settings, profileId)
  if (!profile.ok) return profile
  const known = await records.findByPath({ path, profileId, environment })
  if (known) return ok(known)
  const to = await destination(profileId, environment)
  if (!to.ok) return to
  const found = await client.lookup(to.value, path)
  if (!found.ok) return found
  const id = randomUUID()
  await records.add({
    id,
    profileId,
    profileName: profile.value.name,
    environment,
    link: parseRemoteLink(found.value.link).access_path,
    path,
    answer: found.value.raw,
    createdAt: new Date().toISOString(),
  })
  return await recorded(records, id)
}
