import { z } from 'zod'
import { call } from '../call.ts'
import { sourceCategories } from '../../channels/sources.ts'
import { auditedRow } from '../../rules/check/reportAudit.ts'
import { maxReportLength } from '../../tables/limits.ts'
import { listedParameter } from '../../../service/rules/ruleFields.ts'
import { trackingRules } from '../../../service/rules/trackingRules.ts'
import { words } from '../../../service/rules/words.ts'

const ownSources = z.partialRecord(z.enum(sourceCategories), words)

/** Each profile's rules for tracking values, and the sources that the user has added to the categories of Google Analytics. */
export const ruleCalls = {
  'channels.sources': call({}, z.object({ sources: ownSources })),
  /** Saves them, and finds the channels of links with these sources again. */
  'channels.saveSources': call({ sources: ownSources }, z.null()),
  /** `rules` is `null` if a newer version of the app saved them in a format that this version can't read. */
  'rules.get': call({ profileId: z.string() }, z.object({ rules: trackingRules.nullable() })),
  /** Returns the parameters that any profile lists, each with the first name for people that a profile gives it. */
  'rules.parameters': call({}, z.array(listedParameter)),
  /**
   * Saves rules if the saved ones are still `expected`. Otherwise changes nothing and returns the saved rules as
   * `current` (`null` if this version can't read them). Runs that haven't been sent must be checked again.
   */
  'rules.save': call(
    {
      profileId: z.string().min(1).max(100),
      rules: trackingRules,
      /** The rules on which the edit is based. If omitted, any rules are overwritten. */
      expected: trackingRules.optional(),
    },
    z.object({ isSaved: z.boolean(), current: trackingRules.nullable() }),
  ),
  /** Checks a pasted report of Google Analytics: returns its rows that break the rules or have no channel, most visits first. */
  'rules.audit': call(
    { profileId: z.string(), text: z.string().max(maxReportLength) },
    z.object({
      rows: z.array(auditedRow),
      /** Number of rows with different tracking, and their visits. */
      checked: z.int(),
      visits: z.number(),
      /** Whether rows were left out because there are too many. */
      isCut: z.boolean(),
    }),
  ),
}
