import { readBaseUrl } from '../../contract/baseUrl.ts'
import { faultsOf } from '../../contract/faults.ts'
import type { Faults } from '../../contract/faults.ts'
import { projectKey } from '../../contract/keyStore.ts'
import { catalogue } from '../../contract/problemCatalogue.ts'
import { profileInput } from '../../contract/profile.ts'
import type { Profile, ProfileInput } from '../../contract/profile.ts'

/** What is typed to connect to a service. The key only ever goes out of the window, never in. */
export interface ServiceValues {
  name: string
  baseUrl: string
  linkHost: string
  key: string
  production: string
  development: string
}

export const blankService: ServiceValues = {
  name: '',
  baseUrl: '',
  linkHost: '',
  key: '',
  production: 'production',
  development: 'development',
}

/** The form of a saved profile; its key stays where it is. */
export function serviceValuesOf(profile: Profile): ServiceValues {
  return {
    name: profile.name,
    baseUrl: profile.baseUrl,
    linkHost: profile.linkHosts.join(', '),
    key: '',
    production: profile.environmentValues.production,
    development: profile.environmentValues.development,
  }
}

/** The profile that the form stands for, as the app's calls take it. */
export function profileInputOf(values: ServiceValues): ProfileInput {
  return {
    name: values.name,
    baseUrl: values.baseUrl,
    linkHosts: linkHostsIn(values.linkHost),
    environmentValues: { production: values.production, development: values.development },
  }
}

/** Hosts out of what people paste: with or without scheme and path, separated by commas or spaces. */
function linkHostsIn(text: string): string[] {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  return parts.map((part) => URL.parse(/^https?:\/\//i.test(part) ? part : `https://${part}`)?.host ?? part)
}

/** Every fault at once, by the form's field. A saved profile may leave the key empty to keep the one it has. */
export function serviceFaults(values: ServiceValues, keyOptional: boolean): Partial<ServiceValues> {
  const input = profileInput.safeParse(profileInputOf(values))
  const faults: Faults = input.success ? {} : faultsOf(input.error)
  const url = readBaseUrl(values.baseUrl)
  if (!url.ok) faults['baseUrl'] = `${catalogue[url.code].title}. ${catalogue[url.code].advice}`
  const key = projectKey.safeParse(values.key)
  if (!key.success && !(keyOptional && values.key === '')) faults['key'] = faultsOf(key.error)[''] ?? ''
  return byField(faults)
}

/** Faults by the form's field, from the paths that the app's calls name: `profile.environmentValues.production`. */
export function byField(faults: Faults): Partial<ServiceValues> {
  const named: Partial<ServiceValues> = {}
  for (const [path, sentence] of Object.entries(faults)) {
    const field = fieldAt(path)
    if (field) named[field] ??= sentence
  }
  return named
}

function fieldAt(path: string): keyof ServiceValues | null {
  const parts = path.replace(/^profile\./, '').split('.')
  if (parts[0] === 'linkHosts') return 'linkHost'
  const last = parts.at(-1) ?? ''
  return Object.hasOwn(blankService, last) ? (last as keyof ServiceValues) : null
}
