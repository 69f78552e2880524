import { z } from 'zod'
import { trackingRules } from '../rules/trackingRules.ts'

/** Each profile's rules for tracking values. */
export const ruleCalls = {
  /** `rules` is `null` if a newer version of the app saved them, in a form that this one can't read. */
  'rules.get': {
    input: z.strictObject({ profileId: z.string() }),
    output: z.object({ rules: trackingRules.nullable() }),
  },
  /**
   * Saves rules if the saved ones are still `expected`. Otherwise nothing changes, and `current` is what is saved
   * (`null` if this version can't read it). Runs that aren't sent yet must be checked again.
   */
  'rules.save': {
    input: z.strictObject({
      profileId: z.string().min(1).max(100),
      rules: trackingRules,
      /** The rules that were edited. If omitted, any are overwritten. */
      expected: trackingRules.optional(),
    }),
    output: z.object({ isSaved: z.boolean(), current: trackingRules.nullable() }),
  },
}
