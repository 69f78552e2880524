import type { Problem } from '../../contract/app/problems/problem.ts'
import type { Redactor } from '../redactor.ts'
import type { StoredProfile } from '../settings/shape.ts'

type Texts = Pick<StoredProfile, 'name' | 'baseUrl' | 'linkHosts' | 'environmentValues' | 'notes'>

const sentence =
  'This contains a project key. Remove it: it would be shown, saved and exported with the profile.'

/**
 * Returns a problem if any text of the profile contains a known key, with a message per field; otherwise
 * `null`. Settings, exports and Activity contain profiles in plain text.
 */
export function keyInProfile(profile: Texts, { redact }: Redactor): Problem | null {
  const { production, development } = profile.environmentValues
  const texts: Record<string, string> = {
    'profile.name': profile.name,
    'profile.baseUrl': profile.baseUrl,
    'profile.linkHosts': profile.linkHosts.join(' '),
    // A key equal to the default header value isn't secret.
    'profile.environmentValues.production': production === 'production' ? '' : production,
    'profile.environmentValues.development': development === 'development' ? '' : development,
    'profile.notes': profile.notes,
  }
  const found = Object.entries(texts).filter(([, text]) => redact(text) !== text)
  if (found.length === 0) return null
  return { code: 'key_in_profile', fields: Object.fromEntries(found.map(([field]) => [field, sentence])) }
}

/** Returns the profile with every known key masked. */
export function withoutKeys<T extends Texts>(profile: T, { redact }: Redactor): T {
  const { production, development } = profile.environmentValues
  return {
    ...profile,
    name: redact(profile.name),
    baseUrl: redact(profile.baseUrl),
    linkHosts: profile.linkHosts.map((host) => redact(host)),
    environmentValues: { production: redact(production), development: redact(development) },
    notes: redact(profile.notes),
  }
}
