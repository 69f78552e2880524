import type { CallOutput, ParsedInput } from '../../contract/app/calls/calls.ts'
import { ok } from '../../contract/app/problems/result.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import { canChangeLinks, findProfile } from '../profiles/profiles.ts'
import type { ChangeParts } from './change.ts'

/** Returns the changes of a link; `null` if its service doesn't report them. */
export async function readHistory(
  { settings, services, destination, client }: ChangeParts,
  { profileId, environment, path, before }: ParsedInput<'changes.history'>,
): Promise<Result<CallOutput<'changes.history'>>> {
  const profile = findProfile(settings, profileId)
  if (!profile.ok) return profile
  if (!canChangeLinks(profile.value, services) || ['.', '..'].includes(path)) return ok(null)
  const target = await destination(profileId, environment)
  return target.ok ? await client.history(target.value, path, before) : target
}
