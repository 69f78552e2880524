import type { CallOutput } from '../../../contract/app/calls/calls.ts'
import { fail, ok, type Result } from '../../../contract/app/problems/result.ts'
import type { Client, Destination } from '../../client/client.ts'
import type { LinkServices } from '../linkServices.ts'

export type CheckParts = Pick<LinkServices, 'client' | 'destination' | 'records' | 'checks'>

/** Checks one link of the library with its own profile and environment, and saves the result. */
export async function checkLink(parts: CheckParts, id: string): Promise<Result<CallOutput<'checks.one'>>> {
  const { client, destination, records, checks } = parts
  const existing = await records.get(id)
  if (!existing) return fail({ code: 'link_not_in_library' })
  const { state, path, profileId, environment } = existing
  if (state === 'reference' || path === null || ['', '.', '..'].includes(path))
    return fail({ code: 'no_path_found' })
  const target = await destination(profileId, environment)
  if (!target.ok) return target
  const requestedAt = new Date().toISOString()
  const response = await requestLink(client, target.value, path)
  if (!response.ok) return response
  const check = await checks.save(id, response.value, requestedAt)
  const record = await records.get(id)
  return check && record ? ok({ check, record }) : fail({ code: 'link_not_in_library' })
}

/** Returns the service's whole response for a link; `null` if the service reports that it doesn't exist. */
async function requestLink(
  client: Client,
  destination: Destination,
  path: string,
): Promise<Result<string | null>> {
  const result = await client.lookup(destination, path)
  if (result.ok) return ok(result.value.raw)
  return result.problem.code === 'link_not_found' ? ok(null) : result
}
