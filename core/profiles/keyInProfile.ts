import type { Problem } from '../../contract/problem.ts'
import type { Redactor } from '../redactor.ts'
import type { KeptProfile } from '../settings/shape.ts'

type Texts = Pick<KeptProfile, 'name' | 'baseUrl' | 'linkHosts' | 'environmentValues' | 'notes'>

const sentence =
  'This has a project key in it. Take it out: it would be shown, saved and exported with the profile.'

/**
 * Returns the problem of a profile in whose texts a known key can be read, with a sentence for each field; `null` if there is
 * none. Settings, exports, exported links and Activity name profiles in the clear.
 */
export function keyInProfile(profile: Texts, { redact }: Redactor): Problem | null {
  const { production, development } = profile.environmentValues
  const texts: Record<string, string> = {
    'profile.name': profile.name,
    'profile.baseUrl': profile.baseUrl,
    'profile.linkHosts': profile.linkHosts.join(' '),
    // A key that is nothing but the usual value of a header is no secret.
    'profile.environmentValues.production': production === 'production' ? '' : production,
    'profile.environmentValues.development': development === 'development' ? '' : development,
    'profile.notes': profile.notes,
  }
  const found = Object.entries(texts).filter(([, text]) => redact(text) !== text)
  if (found.length === 0) return null
  return { code: 'key_in_profile', fields: Object.fromEntries(found.map(([field]) => [field, sentence])) }
}

/** Returns the profile with a mask in place of every known key. */
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
