import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import type { PathsCheck } from '../../../contract/service/path/pathsCheck.ts'
import { fail, ok, type Result } from '../../../contract/app/problems/result.ts'
import { findProfile, offers } from '../../profiles/profiles.ts'
import type { CreateParts } from '../create/create.ts'

/** Maximum size of the paths in a request, in bytes. Leaves room for JSON below the limit of a body. */
const maxBytes = 50_000

type Parts = Pick<CreateParts, 'settings' | 'services' | 'client' | 'destination'>

/** Returns which own paths are free, in as few requests as their size allows. */
export async function checkPaths(
  { settings, services, client, destination: findDestination }: Parts,
  { profileId, environment, paths }: ParsedInput<'links.checkPaths'>,
): Promise<Result<PathsCheck>> {
  const profile = findProfile(settings, profileId)
  if (!profile.ok) return profile
  if (!offers(profile.value, services, 'paths')) return fail({ code: 'paths_not_offered' })
  const destination = await findDestination(profileId, environment)
  if (!destination.ok) return destination
  const checked: PathsCheck = { opens_app: null, paths: [] }
  for (const group of groupBySize(paths)) {
    const part = await client.checkPaths(destination.value, group)
    if (!part.ok) return part
    checked.opens_app = part.value.opens_app
    checked.host = part.value.host
    checked.paths.push(...part.value.paths)
  }
  return ok(checked)
}

function groupBySize(paths: readonly string[]): string[][] {
  const groups: string[][] = []
  let bytes = Infinity
  for (const path of paths) {
    const size = new TextEncoder().encode(JSON.stringify(path)).length + 1
    if (bytes + size > maxBytes) {
      groups.push([])
      bytes = 0
    }
    groups.at(-1)?.push(path)
    bytes += size
  }
  return groups
}
