import { findMistypedScheme, isOtherHost, readBaseUrl } from '../../../contract/service/address/baseUrl.ts'
import { toFieldErrors, type FieldErrors } from '../../../contract/service/link/fieldErrors.ts'
import { projectKey, type KeyLocation } from '../../../contract/app/profile/keyStore.ts'
import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import { profileInput, unusedColor } from '../../../contract/app/profile/profile.ts'
import type { Profile, ProfileColor, ProfileInput } from '../../../contract/app/profile/profile.ts'

/** Values of the connection form. The key is sent to the app but never read back. */
export interface ServiceValues {
  name: string
  color: ProfileColor
  baseUrl: string
  linkHost: string
  key: string
  /** Whether to delete the key when the app closes, even if there is a key store. */
  forgetKey: boolean
  /** The host for which the user confirmed that it uses the stored key; empty if none. */
  sameKeyHost: string
  production: string
  development: string
  notes: string
  /** Whether the project has an app that links can open. */
  hasApp: boolean
}

type ServiceErrors = Partial<Record<keyof ServiceValues, string>>

export const emptyServiceValues: ServiceValues = {
  name: '',
  color: 'blue',
  baseUrl: '',
  linkHost: '',
  key: '',
  forgetKey: false,
  sameKeyHost: '',
  production: 'production',
  development: 'development',
  notes: '',
  hasApp: true,
}

/** Returns an empty form with the first unused profile colour, if any. */
export function createServiceValues(profiles: Pick<Profile, 'color'>[]): ServiceValues {
  return { ...emptyServiceValues, color: unusedColor(profiles) }
}

/** Returns the form values of a saved profile, without its key. */
export function toServiceValues(profile: Profile): ServiceValues {
  return {
    ...emptyServiceValues,
    name: profile.name,
    color: profile.color,
    baseUrl: profile.baseUrl,
    linkHost: profile.linkHosts.join(', '),
    production: profile.environmentValues.production,
    development: profile.environmentValues.development,
    notes: profile.notes,
    hasApp: profile.hasApp,
  }
}

/** Returns the form's profile in the shape that the app's calls take. */
export function toProfileInput(values: ServiceValues): ProfileInput {
  return {
    name: values.name,
    color: values.color,
    baseUrl: values.baseUrl,
    linkHosts: parseLinkHosts(values.linkHost),
    environmentValues: { production: values.production, development: values.development },
    notes: values.notes,
    hasApp: values.hasApp,
  }
}

/** Parses host names from pasted text: with or without scheme and path, separated by commas or spaces. */
function parseLinkHosts(text: string): string[] {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  return parts.map((part) => URL.parse(/^https?:\/\//i.test(part) ? part : `https://${part}`)?.host ?? part)
}

/** The saved and the entered host of a profile whose key was entered for the saved one. */
export interface HostChange {
  from: string
  to: string
}

/** Returns the hosts if the form's address has another host than the saved profile, and its key is stored. */
export function findHostChange(
  { baseUrl }: Pick<ServiceValues, 'baseUrl'>,
  profile: KeyOwner | null,
): HostChange | null {
  const address = readBaseUrl(baseUrl)
  if (!profile || profile.key === 'none' || !address.ok) return null
  if (!isOtherHost(profile.baseUrl, address.baseUrl)) return null
  return { from: new URL(profile.baseUrl).host, to: new URL(address.baseUrl).host }
}

type KeyOwner = Pick<Profile, 'baseUrl'> & { key: KeyLocation }

/** Returns which key the form uses: the typed one, the stored one, or the stored one at another host, as confirmed. */
export function findKeySource(
  values: ServiceValues,
  profile: KeyOwner | null,
): 'typed' | 'stored' | 'confirmed' {
  if (profile === null) return 'typed'
  const hosts = findHostChange(values, profile)
  if (hosts === null) return 'stored'
  return values.sameKeyHost === hosts.to ? 'confirmed' : 'typed'
}

/** Returns the values without a typed key if its field is hidden. */
export function withoutHiddenKey(values: ServiceValues, profile: KeyOwner | null): ServiceValues {
  return findKeySource(values, profile) === 'typed' ? values : { ...values, key: '' }
}

/**
 * Returns the errors that prevent a connection test, by form field. Ignores name and notes; checks the key only if one
 * is entered.
 */
export function testErrors(values: ServiceValues): ServiceErrors {
  return serviceErrors({ ...values, name: 'unnamed', notes: '' }, true)
}

/** Returns all errors by form field. `keyOptional`: the key may be empty, because it is already stored. */
export function serviceErrors(values: ServiceValues, keyOptional: boolean): ServiceErrors {
  const input = profileInput.safeParse(toProfileInput(values))
  const errors: FieldErrors = input.success ? {} : toFieldErrors(input.error)
  const baseUrl = baseUrlError(values.baseUrl)
  if (baseUrl !== null) errors['baseUrl'] = baseUrl
  const key = projectKey.safeParse(values.key)
  if (!key.success && !(keyOptional && values.key === '')) errors['key'] = toFieldErrors(key.error)[''] ?? ''
  return errorsByField(errors)
}

function baseUrlError(text: string): string | null {
  if (text.trim() === '') return 'Enter the service’s address.'
  const scheme = findMistypedScheme(text)
  if (scheme !== null) return `The address begins with “${scheme}”. Change it to https://.`
  const url = readBaseUrl(text)
  return url.ok ? null : `${catalogue[url.code].title}. ${catalogue[url.code].advice}`
}

/** Maps errors from call paths such as `profile.environmentValues.production` to form fields. */
export function errorsByField(errors: FieldErrors): ServiceErrors {
  const fieldErrors: ServiceErrors = {}
  for (const [path, sentence] of Object.entries(errors)) {
    const field = fieldForPath(path)
    if (field) fieldErrors[field] ??= sentence
  }
  return fieldErrors
}

function fieldForPath(path: string): keyof ServiceValues | null {
  const parts = path.replace(/^profile\./, '').split('.')
  if (parts[0] === 'linkHosts') return 'linkHost'
  const last = parts.at(-1) ?? ''
  return Object.hasOwn(emptyServiceValues, last) ? (last as keyof ServiceValues) : null
}
