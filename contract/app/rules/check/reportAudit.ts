import { z } from 'zod'
import { byName, pick, trackingNames, type TrackingName } from '../../../service/link/fields.ts'
import { emptyRuleFieldValues, type RuleFieldValues } from '../../../service/rules/ruleFields.ts'
import type { TrackingRules } from '../../../service/rules/trackingRules.ts'
import { nearestMedium } from '../../channels/nearest.ts'
import { findChannel, unassigned } from '../../channels/rules.ts'
import { unassignedText } from '../../channels/words.ts'
import { createRules } from '../apply.ts'
import { createMediumChoice } from '../mediums.ts'

const tracking = z.object(byName(trackingNames, () => z.string()))

/** A row of a report of Google Analytics that breaks the rules, or has no channel. */
export const auditedRow = tracking.extend({
  visits: z.number(),
  isUnassigned: z.boolean(),
  /** What is wrong, as sentences. */
  problems: z.array(z.string()),
  /** The nearest values that are right; `null` if none is known. */
  nearest: tracking.nullable(),
  /** Number of links in the library with this tracking, and the id of the latest; `null` if there is none. */
  links: z.int(),
  latest: z.string().nullable(),
})
export type AuditedRow = z.infer<typeof auditedRow>

/** A row of a report. `(not set)` and the like are empty; `channel` is `null` if the report doesn't have it. */
export interface ReportRow extends Record<TrackingName, string> {
  visits: number
  channel: string | null
}

type Verdict = Pick<AuditedRow, 'isUnassigned' | 'problems' | 'nearest'>

/**
 * Returns a function that checks a row of a report: returns `null` if nothing is wrong, or if Google Analytics itself found the
 * source. `fields` are the ones that the report has.
 */
export function createReportAudit(
  rules: TrackingRules,
  fields: readonly TrackingName[],
): (row: ReportRow) => Verdict | null {
  const apply = createRules(rules)
  const chooseMedium = createMediumChoice(rules)
  return (row) => {
    if (isAutomatic(row)) return null
    const typed: RuleFieldValues = { ...emptyRuleFieldValues, ...pick(row, fields) }
    const { values, findings } = apply(typed)
    const found = fields.flatMap((field) => {
      const finding = findings.find((one) => one.field === field)
      if (finding) return { field, text: finding.text, right: finding.fix }
      if (values[field] === typed[field]) return []
      return { field, text: `The rules require “${values[field]}”.`, right: values[field] }
    })
    const right = { ...pick(row, trackingNames) }
    for (const one of found) right[one.field] = one.right ?? right[one.field]
    const isUnassigned = (row.channel ?? findChannel(row)) === unassigned
    const medium = nearestMedium(right, (wanted) => chooseMedium({ ...right, tags: [] }, wanted))
    if (medium) right.medium = medium.medium
    if (!isUnassigned && found.length === 0) return null
    return {
      isUnassigned,
      problems: [...found.map(({ text }) => text), ...(isUnassigned ? [unassignedText(row.medium)] : [])],
      nearest: trackingNames.some((name) => right[name] !== row[name]) ? right : null,
    }
  }
}

const automaticMediums = ['', 'organic', 'referral', 'ai-assistant']

/** Whether Google Analytics found source and medium itself, without a tagged link. */
function isAutomatic({ campaign, source, medium }: ReportRow): boolean {
  return source === '' || (campaign === '' && automaticMediums.includes(medium.toLowerCase()))
}
