import { z } from 'zod'
import { trackingRules } from '../rules/trackingRules.ts'

/** Each profile's rules for tracking values. */
export const ruleCalls = {
  /** `rules` is `null` if a newer version of the app saved them, in a form that this one can't read. */
  'rules.get': {
    input: z.strictObject({ profileId: z.string() }),
    output: z.object({ rules: trackingRules.nullable() }),
  },
  /** Runs that aren't sent yet must be checked again. */
  'rules.save': {
    input: z.strictObject({ profileId: z.string().min(1).max(100), rules: trackingRules }),
    output: z.null(),
  },
}
