import { z } from 'zod'
import { limits } from '../api/limits.ts'
import { byName, trackingNames } from '../link/fields.ts'
import { isParameter, parameterName, parameterNameError, parametersOf } from '../link/parameters.ts'
import type { ParameterField } from '../link/parameters.ts'
import { builtName } from './builtName.ts'
import { ruleFieldNames, type RuleFieldName } from './ruleFields.ts'
import { ruleLimits, word, words } from './words.ts'

/** Values that depend on another field: the allowed ones for each of its values. */
const dependentValues = z.strictObject({
  on: z.enum(trackingNames),
  lists: z
    .array(z.strictObject({ value: word, values: words }))
    .max(ruleLimits.lists, `At most ${ruleLimits.lists} lists are allowed.`),
})

/** The rules of one field. Values are transformed first, and then checked. */
export const fieldRule = z.strictObject({
  /** A hidden field isn't shown in the form; links get its start value. */
  presence: z.enum(['optional', 'required', 'hidden']).default('optional'),
  /** The value of new links. */
  start: z.string().trim().normalize('NFC').max(limits.tracking).default(''),
  lowerCase: z.boolean().default(false),
  /** The separator between words; `null` to keep the typed one. */
  separator: z.enum(['-', '_', '.']).nullable().default(null),
  /** The allowed values; empty if all are. */
  values: words.default([]),
  dependent: dependentValues.nullable().default(null),
  /** Whether values that aren't allowed only get a warning. */
  isOpen: z.boolean().default(false),
  maxLength: z.int().min(1).max(limits.tracking).nullable().default(null),
  forbidden: z.array(word).max(ruleLimits.forbidden).default([]),
  /** A pattern with wildcards; empty if there is none. */
  pattern: z.string().trim().normalize('NFC').max(ruleLimits.pattern).default(''),
  builtName: builtName.nullable().default(null),
  /** Whether a violation of the other rules only gets a warning. */
  isWarning: z.boolean().default(false),
  /** For a parameter: its name for people. */
  label: z.string().trim().normalize('NFC').max(ruleLimits.label).default(''),
  /** For a parameter: its place in the form, from 1. */
  position: z.int().min(0).max(ruleLimits.parameters).default(0),
})
export type FieldRule = z.infer<typeof fieldRule>

const emptyRule: FieldRule = fieldRule.parse({})

/** Rules of the fields that every profile has. */
const fixedRules = z.object(byName(ruleFieldNames, () => fieldRule.optional()))

/** The rules of a profile. A field without an entry has none. A parameter of addresses has an entry such as `?utm_content`. */
export type TrackingRules = z.infer<typeof fixedRules> & {
  [parameter: ParameterField]: FieldRule | undefined
}

/** Parses the rules of a profile. */
export const trackingRules: z.ZodType<TrackingRules, z.input<typeof fixedRules>> = fixedRules
  .catchall(fieldRule)
  .superRefine((rules, check) => {
    for (const [name, rule = emptyRule] of Object.entries(rules)) {
      if (isRuleField(name))
        for (const [key, message] of contradictions(name, rule))
          check.addIssue({ code: 'custom', path: [name, key], message })
      else check.addIssue({ code: 'unrecognized_keys', keys: [name], input: rules })
    }
    if (parametersOf(rules).length > ruleLimits.parameters)
      check.addIssue(`At most ${ruleLimits.parameters} parameters are allowed.`)
  })

function isRuleField(name: string): name is RuleFieldName {
  return isParameter(name)
    ? parameterNameError(parameterName(name)) === null
    : ruleFieldNames.some((field) => field === name)
}

/** Returns the rules of a field; those of a field without an entry allow everything. */
export function getRule(rules: TrackingRules, name: RuleFieldName): FieldRule {
  return rules[name] ?? emptyRule
}

/** Returns the parameters that rules list, in the order of the form. */
export function listedParameters(rules: TrackingRules): ParameterField[] {
  const position = (name: ParameterField) => getRule(rules, name).position
  return parametersOf(rules).sort((one, other) => position(one) - position(other))
}

/** Returns the fields that rules can apply to: those of every profile, and the parameters that the rules list. */
export function ruleFieldsOf(rules: TrackingRules): RuleFieldName[] {
  return [...trackingNames, ...listedParameters(rules), 'tags']
}

/** Whether two rules are equal. Both are parsed, so their members have the same order. */
export function rulesEqual(one: FieldRule, other: FieldRule): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns the fields whose rules reject or change any value. */
export function namesWithRules(rules: TrackingRules): RuleFieldName[] {
  return ruleFieldsOf(rules).filter((name) => !rulesEqual(getRule(rules, name), emptyRule))
}

/** Whether the rules allow everything and change nothing. */
export function hasNoRules(rules: TrackingRules): boolean {
  return namesWithRules(rules).length === 0
}

function contradictions(name: RuleFieldName, rule: FieldRule): [keyof FieldRule, string][] {
  const found: [keyof FieldRule, string][] = []
  if (rule.dependent?.on === name) found.push(['dependent', 'A field can’t depend on itself.'])
  if (rule.builtName && name === 'tags') found.push(['builtName', 'Tags aren’t built from parts.'])
  return found
}
