import { enrolmentLink } from '../../contract/service/keys/enrolmentLink.ts'
import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { AppServices } from '../appServices.ts'
import { Enrolments } from '../profiles/enrolment.ts'
import { askEither, toSavedProfile } from '../profiles/profiles.ts'

export function enrolmentHandlers(parts: AppServices) {
  const enrolments = new Enrolments({ ...parts, takeInvitation: parts.host.takeInvitation ?? (() => null) })
  return {
    'enrolment.open': ({ text }) => enrolments.open(text),
    'enrolment.check': ({ id }) => enrolments.check(id),
    'enrolment.accept': async ({ rulesOf, ...input }) => {
      const rules = rulesOf === undefined ? null : await parts.rules.get(rulesOf)
      // An invitation can be redeemed only once, so first checks that the rules can be saved.
      if (rules) await parts.records.assertWritable()
      const saved = await enrolments.accept(input)
      if (rules && saved.ok && input.profileId === undefined) await parts.rules.save(saved.value.id, rules)
      return saved.ok ? ok(toSavedProfile(saved.value, parts)) : saved
    },
    'enrolment.mayInvite': async ({ profileId }) => {
      // Services check the key before the name, which no invitation can have.
      const probe = await invite(parts, profileId, { name: '' })
      return ok({ mayInvite: probe.ok || probe.problem.code !== 'key_scope' })
    },
    'enrolment.invite': async ({ profileId, ...request }) => {
      const invited = await invite(parts, profileId, request)
      if (!invited.ok) return invited
      const { answer, service } = invited.value
      const { invitation, key_name: keyName, scope, environment, expires_at: expiresAt } = answer
      return ok({ link: enrolmentLink({ service, invitation }), keyName, scope, environment, expiresAt })
    },
    'enrolment.dismiss': ({ id }) => {
      enrolments.dismiss(id)
      return ok(null)
    },
  } satisfies Partial<Handlers>
}

/** Asks a profile's service for an invitation, in an environment that the key works in. */
async function invite(
  { destination, client, redactor }: AppServices,
  profileId: string,
  request: Parameters<AppServices['client']['invite']>[1],
) {
  return await askEither(destination, profileId, async (target) => {
    const invited = await client.invite(target, request)
    if (!invited.ok) return invited
    redactor.learn(invited.value.invitation)
    return ok({ answer: invited.value, service: target.baseUrl })
  })
}
