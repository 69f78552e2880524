import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { fail, ok, type Result } from '../../../contract/app/problems/result.ts'
import { toAddedLink } from '../../lookups/lookUpLinks.ts'
import { findProfile } from '../../profiles/profiles.ts'
import type { CreateParts } from '../create/create.ts'

export type AddParts = Pick<CreateParts, 'settings' | 'destination' | 'client' | 'records'>

/** Looks up a link that was made elsewhere and adds it to the library with the service's response. */
export async function addLink(
  { settings, destination, client, records }: AddParts,
  { profileId, environment, path }: ParsedInput<'library.add'>,
): Promise<Result<LinkRecord>> {
  const profile = findProfile(settings, profileId)
  if (!profile.ok) return profile
  const findInLibrary = () => records.findByPath({ path, profileId, environment })
  const existing = await findInLibrary()
  if (existing) return ok(existing)
  const target = await destination(profileId, environment)
  if (!target.ok) return target
  const result = await client.lookup(target.value, path)
  if (!result.ok) return result
  const { link: text, raw } = result.value
  await records.add(
    toAddedLink({ profileId, profileName: profile.value.name, environment }, path, { text, raw }),
  )
  const record = await findInLibrary()
  return record ? ok(record) : fail({ code: 'link_not_in_library' })
}
