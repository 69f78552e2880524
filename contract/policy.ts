import { z } from 'zod'
import { profileInput } from './profile.ts'

/** Each setting that an organization can preset, by its key in `policy.json`, the registry and managed preferences. */
export const policyKey = z.enum([
  'profiles',
  'allowedServices',
  'proxy',
  'proxyExceptions',
  'authorities',
  'updates',
  'keyStore',
  'retentionDays',
])
export type PolicyKey = z.infer<typeof policyKey>

/** A profile that the organization presets. There is never a key in it. */
export const policyProfile = profileInput.extend({
  /** Keeps the person's key with the profile when its name or address changes; made from both if left out. */
  id: z.string().min(1).max(100).optional(),
})
export type PolicyProfile = z.infer<typeof policyProfile>
