import { z } from 'zod'
import { profileInput } from './profile.ts'

/**
 * The settings that an organization can enforce, by their name in `policy.json`, the registry and managed preferences.
 */
export const policyKey = z.enum([
  'profiles',
  'allowedServices',
  'proxy',
  'proxyExceptions',
  'authorities',
  'updates',
  'keyStore',
])
export type PolicyKey = z.infer<typeof policyKey>

/** A profile set by the organization. Never contains a key. */
export const policyProfile = profileInput.extend({
  /**
   * Keeps a user's saved key attached to the profile even if its name or address changes. By default, derived from
   * both.
   */
  id: z.string().min(1).max(100).optional(),
})
export type PolicyProfile = z.infer<typeof policyProfile>
