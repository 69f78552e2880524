import { z } from 'zod'
import { trackingRules } from '../../../service/rules/trackingRules.ts'

/** Each profile's rules for tracking values. */
export const ruleCalls = {
  /** `rules` is `null` if a newer version of the app saved them in a format that this version can't read. */
  'rules.get': {
    input: z.strictObject({ profileId: z.string() }),
    output: z.object({ rules: trackingRules.nullable() }),
  },
  /**
   * Saves rules if the saved ones are still `expected`. Otherwise changes nothing and returns the saved rules as
   * `current` (`null` if this version can't read them). Runs that haven't been sent must be checked again.
   */
  'rules.save': {
    input: z.strictObject({
      profileId: z.string().min(1).max(100),
      rules: trackingRules,
      /** The rules on which the edit is based. If omitted, any rules are overwritten. */
      expected: trackingRules.optional(),
    }),
    output: z.object({ isSaved: z.boolean(), current: trackingRules.nullable() }),
  },
}
