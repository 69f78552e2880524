import type { FieldErrors } from '../../contract/service/link/fieldErrors.ts'
import { redirectLoopError } from '../../contract/service/link/target.ts'
import { toRules, type FormValues } from './form.ts'
import { dedupePhoneErrors } from './phoneTargets.ts'

/** Returns errors for addresses on the link domain itself, which would cause a redirect loop. */
export function findLoops(form: FormValues, linkHosts: readonly string[]): FieldErrors {
  const { ios, android, desktop } = toRules(form)
  const loops = Object.entries({ ios, android, desktop })
    .map(([name, redirect]) => [
      `${name}_custom_redirect.url`,
      redirect && redirectLoopError(redirect.url, linkHosts),
    ])
    .filter(([, error]) => error !== null)
  return dedupePhoneErrors(Object.fromEntries(loops) as FieldErrors, form)
}
