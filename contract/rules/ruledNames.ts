import { byName, linkFields, trackingNames } from '../link/fields.ts'
import type { TrackingName } from '../link/fields.ts'

/** The fields that can have rules. */
export type RuledName = TrackingName | 'tags'
export const ruledNames: readonly RuledName[] = [...trackingNames, 'tags']

/** Returns the label of a field with rules: "Campaign". */
export function ruledLabel(name: RuledName): string {
  return name === 'tags' ? linkFields.tags.label : linkFields[`tracking_${name}`].label
}

/** The values that rules apply to. Text is empty if the link has no value. */
export type RuledValues = Record<TrackingName, string> & { tags: readonly string[] }

/** The values of a link without tracking and tags. */
export const noRuledValues: RuledValues = { ...byName(trackingNames, () => ''), tags: [] }
