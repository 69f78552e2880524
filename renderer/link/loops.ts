import type { FieldErrors } from '../../contract/fieldErrors.ts'
import { webHost } from '../../contract/target.ts'
import { rulesOf } from './form.ts'
import type { FormValues } from './form.ts'
import { saidOnce } from './phoneTargets.ts'

/** The addresses that lead back to the link domain itself, where visitors would go in circles. */
export function loopsIn(form: FormValues, linkHosts: readonly string[]): FieldErrors {
  const { ios, android, desktop } = rulesOf(form)
  const loops = Object.entries({ ios, android, desktop })
    .filter(([, redirect]) => {
      const host = redirect && webHost(redirect.url)
      return host !== null && linkHosts.includes(host)
    })
    .map(([name]) => [
      `${name}_custom_redirect.url`,
      'This address is on your own link domain, so visitors would go in circles.',
    ])
  return saidOnce(Object.fromEntries(loops) as FieldErrors, form)
}
