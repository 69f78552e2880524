import type { connectionCalls } from '../../contract/calls/connection.ts'
import { ok } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { FindDestination } from '../profiles/profiles.ts'
import { testConnection } from '../connection/connectionTest.ts'
import type { ConnectionTestParts } from '../connection/connectionTest.ts'

export function connectionHandlers(
  parts: ConnectionTestParts,
  destination: FindDestination,
): Pick<Handlers, keyof typeof connectionCalls> {
  return {
    'connection.test': async ({ profile, environment, key, profileId }) => {
      if (key !== undefined) parts.redactor.learn(key)
      const stored =
        key === undefined && profileId !== undefined ? await destination(profileId, environment) : null
      if (stored && !stored.ok && stored.problem.code !== 'key_missing') return stored
      const target = {
        profile: profileId === undefined ? null : { id: profileId, name: profile.name },
        baseUrl: profile.baseUrl,
        environment: profile.environmentValues[environment],
        key: key ?? (stored?.ok ? stored.value.key : null),
      }
      return ok(await testConnection(parts, target))
    },
  }
}
