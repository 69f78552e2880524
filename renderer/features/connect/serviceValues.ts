import { findMistypedScheme, isOtherHost, readBaseUrl } from '../../../contract/service/address/baseUrl.ts'
import { toFieldErrors, type FieldErrors } from '../../../contract/service/link/fieldErrors.ts'
import { projectKey, type KeyLocation } from '../../../contract/app/profile/keyStore.ts'
import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import { profileInput, unusedColor } from '../../../contract/app/profile/profile.ts'
import type { Profile, ProfileInput } from '../../../contract/app/profile/profile.ts'
import { namesOf, pick } from '../../../contract/service/link/fields.ts'

/** Values of the connection form. The key is sent to the app but never read back. */
export interface ServiceValues {
  /** The profile, with its link domains as typed. */
  profile: Omit<Profile, 'id' | 'kind' | 'linkHosts'> & { linkHosts: string }
  key: string
  /** Whether to delete the key when the app closes, even if there is a key store. */
  forgetKey: boolean
  /** The host for which the user confirmed that it uses the stored key; empty if none. */
  sameKeyHost: string
}

export const emptyServiceValues: ServiceValues = {
  profile: {
    name: '',
    color: 'blue',
    baseUrl: '',
    linkHosts: '',
    environmentValues: { production: 'production', development: 'development' },
    notes: '',
    hasApp: true,
  },
  key: '',
  forgetKey: false,
  sameKeyHost: '',
}

/** Returns an empty form with the first unused profile colour, if any. */
export function createServiceValues(profiles: Pick<Profile, 'color'>[]): ServiceValues {
  return {
    ...emptyServiceValues,
    profile: { ...emptyServiceValues.profile, color: unusedColor(profiles) },
  }
}

/** Returns the form values of a saved profile, without its key. */
export function toServiceValues(saved: Profile): ServiceValues {
  const profile = pick(saved, namesOf(emptyServiceValues.profile))
  return { ...emptyServiceValues, profile: { ...profile, linkHosts: saved.linkHosts.join(', ') } }
}

/** Returns the form's profile in the shape that the app's calls take. */
export function toProfileInput({ profile }: ServiceValues): ProfileInput {
  return { ...profile, linkHosts: parseLinkHosts(profile.linkHosts) }
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
export function findHostChange(values: ServiceValues, profile: KeyOwner | null): HostChange | null {
  const address = readBaseUrl(values.profile.baseUrl)
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
export function testErrors(values: ServiceValues): FieldErrors {
  return serviceErrors({ ...values, profile: { ...values.profile, name: 'unnamed', notes: '' } }, true)
}

/** Returns all errors by form field. `keyOptional`: the key may be empty, because it is already stored. */
export function serviceErrors(values: ServiceValues, keyOptional: boolean): FieldErrors {
  const input = profileInput.safeParse(toProfileInput(values))
  const errors: FieldErrors = {}
  for (const [path, text] of Object.entries(input.success ? {} : toFieldErrors(input.error)))
    errors[`profile.${path}`] = text
  const baseUrl = baseUrlError(values.profile.baseUrl)
  if (baseUrl !== null) errors['profile.baseUrl'] = baseUrl
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

/** Returns the errors of a call by form field: all link domains have one field. */
export function errorsByField(errors: FieldErrors): FieldErrors {
  const entries = Object.entries(errors).map(([path, text]) => [
    path.startsWith('profile.linkHosts.') ? 'profile.linkHosts' : path,
    text,
  ])
  return Object.fromEntries(entries) as FieldErrors
}
