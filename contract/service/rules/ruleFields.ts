import { byName, linkFields, trackingNames } from '../link/fields.ts'
import type { TrackingName } from '../link/fields.ts'

/** The fields that can have rules. */
export type RuleFieldName = TrackingName | 'tags'
export const ruleFieldNames: readonly RuleFieldName[] = [...trackingNames, 'tags']

/** Returns the label of a field with rules: "Campaign". */
export function ruleFieldLabel(name: RuleFieldName): string {
  return name === 'tags' ? linkFields.tags.label : linkFields[`tracking_${name}`].label
}

/** The values that rules apply to. Text is empty if the link has no value. */
export type RuleFieldValues = Record<TrackingName, string> & { tags: readonly string[] }

/** The values of a link without tracking and tags. */
export const emptyRuleFieldValues: RuleFieldValues = { ...byName(trackingNames, () => ''), tags: [] }
