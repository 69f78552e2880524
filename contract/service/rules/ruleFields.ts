import { z } from 'zod'
import { byName, linkFields, trackingNames, type TrackingName } from '../link/fields.ts'
import { isParameter, parameterField, parameterLabel, type ParameterField } from '../link/parameters.ts'

/** The fields with one text that can have rules. */
export type RuleTextName = TrackingName | ParameterField
export type RuleFieldName = RuleTextName | 'tags'
/** The fields that can have rules in every profile, without the parameters that a profile lists. */
export const ruleFieldNames = [...trackingNames, 'tags'] as const

/** Returns the label of a field with rules: "Campaign". `label` is the name that a profile gives to its parameter. */
export function ruleFieldLabel(name: RuleFieldName, label = ''): string {
  if (isParameter(name)) return label || parameterLabel(name)
  return name === 'tags' ? linkFields.tags.label : linkFields[`tracking_${name}`].label
}

/** A parameter that a profile lists, and its name for people. */
export const listedParameter = z.object({ field: parameterField, label: z.string() })
export type ListedParameter = z.infer<typeof listedParameter>

/** The values that rules apply to. Text is empty, or missing for a parameter, if the link has no value. */
export type RuleFieldValues = Record<TrackingName, string> & {
  tags: readonly string[]
  [parameter: ParameterField]: string | undefined
}

/** The values of a link without tracking and tags. */
export const emptyRuleFieldValues: RuleFieldValues = { ...byName(trackingNames, () => ''), tags: [] }
