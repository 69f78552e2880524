import { enrolmentLink } from '../../contract/service/keys/enrolmentLink.ts'
import { fail, ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { AppServices } from '../appServices.ts'
import { Enrolments } from '../profiles/enrolment.ts'
import { toSavedProfile } from '../profiles/profiles.ts'

export function enrolmentHandlers(
  parts: Pick<
    AppServices,
    | 'policy'
    | 'network'
    | 'settings'
    | 'keys'
    | 'sender'
    | 'redactor'
    | 'services'
    | 'host'
    | 'destination'
    | 'client'
  >,
) {
  const enrolments = new Enrolments({ ...parts, takeInvitation: parts.host.takeInvitation ?? (() => null) })
  return {
    'enrolment.open': ({ text }) => enrolments.open(text),
    'enrolment.check': ({ id }) => enrolments.check(id),
    'enrolment.accept': async (input) => {
      const saved = await enrolments.accept(input)
      return saved.ok ? ok(toSavedProfile(saved.value, parts)) : saved
    },
    'enrolment.invite': async ({ profileId, ...request }) => {
      // The key may work in only one environment.
      for (const environment of ['production', 'development'] as const) {
        const target = await parts.destination(profileId, environment)
        if (!target.ok) return target
        const invited = await parts.client.invite(target.value, request)
        if (!invited.ok && invited.problem.code === 'key_environment' && environment === 'production')
          continue
        if (!invited.ok) return invited
        const {
          invitation,
          key_name: keyName,
          scope,
          environment: only,
          expires_at: expiresAt,
        } = invited.value
        parts.redactor.learn(invitation)
        const link = enrolmentLink({ service: target.value.baseUrl, invitation })
        return ok({ link, keyName, scope, environment: only, expiresAt })
      }
      return fail({ code: 'key_environment' })
    },
    'enrolment.dismiss': ({ id }) => {
      enrolments.dismiss(id)
      return ok(null)
    },
  } satisfies Partial<Handlers>
}
