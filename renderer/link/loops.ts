import type { FieldErrors } from '../../contract/fieldErrors.ts'
import { loopFault } from '../../contract/target.ts'
import { rulesOf } from './form.ts'
import type { FormValues } from './form.ts'
import { saidOnce } from './phoneTargets.ts'

/** The addresses that lead back to the link domain itself, where visitors would go in circles. */
export function loopsIn(form: FormValues, linkHosts: readonly string[]): FieldErrors {
  const { ios, android, desktop } = rulesOf(form)
  const loops = Object.entries({ ios, android, desktop })
    .map(([name, redirect]) => [
      `${name}_custom_redirect.url`,
      redirect && loopFault(redirect.url, linkHosts),
    ])
    .filter(([, fault]) => fault !== null)
  return saidOnce(Object.fromEntries(loops) as FieldErrors, form)
}
