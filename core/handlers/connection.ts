import { isOtherHost, readBaseUrl } from '../../contract/service/address/baseUrl.ts'
import type { ParsedInput } from '../../contract/app/calls/calls.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { AppServices } from '../appServices.ts'
import { testConnection } from '../connection/connectionTest.ts'

export function connectionHandlers(parts: AppServices) {
  return {
    'connection.test': async (input) => {
      const key = await findKey(parts, input)
      if (!key.ok) return key
      const { profile, environment, profileId } = input
      const target = {
        profile: profileId === undefined ? null : { id: profileId, name: profile.name },
        baseUrl: profile.baseUrl,
        environment: profile.environmentValues[environment],
        key: key.value,
      }
      return ok(await testConnection(parts, target))
    },
  } satisfies Partial<Handlers>
}

/** Returns the typed key, or else the stored one; `null` if there is none. */
async function findKey(
  { redactor, destination }: AppServices,
  { profile, environment, key, profileId, sameKey }: ParsedInput<'connection.test'>,
): Promise<Result<string | null>> {
  if (key !== undefined) redactor.learn(key)
  if (key !== undefined || profileId === undefined) return ok(key ?? null)
  const stored = await destination(profileId, environment)
  if (!stored.ok) return stored.problem.code === 'key_missing' ? ok(null) : stored
  const address = readBaseUrl(profile.baseUrl)
  const isMoving = address.ok && isOtherHost(stored.value.baseUrl, address.baseUrl)
  return isMoving && !sameKey ? fail({ code: 'key_for_other_host' }) : ok(stored.value.key)
}
