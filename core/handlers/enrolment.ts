import type { enrolmentCalls } from '../../contract/app/calls/profiles/enrolment.ts'
import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { AppServices } from '../appServices.ts'
import { Enrolments } from '../profiles/enrolment.ts'
import { toSavedProfile } from '../profiles/profiles.ts'

export function enrolmentHandlers(
  parts: Pick<
    AppServices,
    'policy' | 'network' | 'settings' | 'keys' | 'sender' | 'redactor' | 'services' | 'host'
  >,
): Pick<Handlers, keyof typeof enrolmentCalls> {
  const enrolments = new Enrolments({ ...parts, takeInvitation: parts.host.takeInvitation ?? (() => null) })
  return {
    'enrolment.open': ({ text }) => Promise.resolve(enrolments.open(text)),
    'enrolment.check': ({ id }) => enrolments.check(id),
    'enrolment.accept': async (input) => {
      const saved = await enrolments.accept(input)
      return saved.ok ? ok(toSavedProfile(saved.value, parts)) : saved
    },
    'enrolment.dismiss': ({ id }) => {
      enrolments.dismiss(id)
      return Promise.resolve(ok(null))
    },
  }
}
