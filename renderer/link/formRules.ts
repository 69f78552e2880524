import { createNameBuilder, type NameBuilder } from '../../contract/service/rules/builtName.ts'
import { createRules } from '../../contract/app/rules/apply.ts'
import { allowedValues } from '../../contract/app/rules/check/fieldCheck.ts'
import { createMediumChoice } from '../../contract/app/rules/mediums.ts'
import { spelledRule } from '../../contract/app/rules/spelledRule.ts'
import { startValues } from '../../contract/app/rules/startValues.ts'
import { createTransform } from '../../contract/app/rules/transform.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { byName, trackingNames } from '../../contract/service/link/fields.ts'
import { applyToRequest, findingErrors } from '../../contract/app/rules/request.ts'
import { emptyRuleFieldValues, ruleFieldLabel } from '../../contract/service/rules/ruleFields.ts'
import type { RuleFieldName, RuleFieldValues, RuleTextName } from '../../contract/service/rules/ruleFields.ts'
import { getRule, ruleFieldsOf, type TrackingRules } from '../../contract/service/rules/trackingRules.ts'
import { createAddressRules } from './addressRules.ts'
import type { FormValues } from './form.ts'
import { formParameter } from './formParameters.ts'

/** The rules' advice for a field with its current value. */
export interface FieldAdvice {
  /** Whether a link without a value is refused. */
  isRequired: boolean
  /** The allowed values; empty if any value is allowed. */
  allowed: readonly string[]
  /** The value in the spelling that the rules require. */
  written: string
  /** A broken rule that is only a warning. */
  warning: string | undefined
  /** The allowed value that was probably meant. */
  meant: string | null
  /** The required pattern, such as `{year}-{name}`; empty if there is none. */
  shape: string
  /** Builds the value from parts; `null` if it has none. */
  builder: NameBuilder | null
}

/** A profile's rules in the shape that the form uses. */
export type FormRules = ReturnType<typeof createFormRules>

/** Returns a profile's rules for the form. */
export function createFormRules(rules: TrackingRules) {
  const apply = createRules(rules)
  const fields = ruleFieldsOf(rules)
  const writers = byName(fields, (name) => createTransform(getRule(rules, name)))
  const start = startValues(rules)
  const names = [...trackingNames, ...apply.parameters]
  const shapes = byName(names, (name) => {
    const { builtName, pattern } = spelledRule(getRule(rules, name))
    return { shape: builtName?.template ?? pattern, builder: builtName ? createNameBuilder(builtName) : null }
  })
  const chooseMedium = createMediumChoice(rules)
  const isRequired = (name: RuleFieldName) => rules[name]?.presence === 'required' && !rules[name].isWarning
  const isHidden = (name: RuleTextName) => rules[name]?.presence === 'hidden'
  const write = (name: RuleTextName, value: string) => writers[name]?.(value) ?? value
  return {
    /** Returns the errors of a form by request field. */
    errors: (values: RuleFieldValues) => findingErrors(apply(values).findings),
    /** Checks the `utm_…` values in an address. */
    address: createAddressRules(apply, { write, isHidden }),
    /** Returns a request as it is sent, with the spelling that the rules require. */
    request: (request: GenerateRequest) => applyToRequest(apply, request).request,
    /** Returns the rules' advice for a tracking field; `undefined` if it has no rules. */
    field: (tracking: Omit<RuleFieldValues, 'tags'>, name: RuleTextName) => {
      const rule = rules[name]
      if (!rule) return undefined
      const on = rule.dependent && writers[rule.dependent.on](tracking[rule.dependent.on])
      const { findings } = apply({ ...tracking, tags: [] })
      const finding = findings.find(({ field }) => field === name)
      return {
        isRequired: isRequired(name),
        allowed: allowedValues(rule, on ?? ''),
        written: write(name, tracking[name] ?? ''),
        warning: finding?.isError === false ? finding.text : undefined,
        meant: finding?.fix ?? null,
        ...(shapes[name] ?? { shape: '', builder: null }),
      }
    },
    /** Returns a new form with start values in its empty fields. */
    begin: (values: FormValues) => ({
      ...values,
      ...byName(trackingNames, (name) => values[name] || start[name]),
      ...byName(
        apply.parameters.filter((field) => formParameter(values, field) === ''),
        (field) => start[field] ?? '',
      ),
      tags: values.tags.length > 0 ? values.tags : [...start.tags],
    }),
    /** Whether a link without a value in this field is refused. */
    isRequired,
    hasRequired: fields.some(isRequired),
    /** The parameters of addresses that the profile lists, in order, with their names for people. */
    parameters: apply.parameters.map((field) => ({
      field,
      label: ruleFieldLabel(field, rules[field]?.label),
    })),
    /** Returns the tags that break a rule, with the allowed tag that was probably meant. */
    tagFindings: (tags: readonly string[]) =>
      apply({ ...emptyRuleFieldValues, tags }).findings.filter(
        ({ field, value }) => field === 'tags' && value !== '',
      ),
    /** Returns tags in the spelling that the rules require. */
    writeTags: (tags: readonly string[]) => [...new Set(tags.map(writers.tags))],
    /** Whether the form hides a field. */
    isHidden,
    /** Returns the allowed mediums among the wanted ones, best first. */
    mediums: (tracking: Omit<RuleFieldValues, 'tags'>, wanted: readonly string[]) =>
      chooseMedium({ ...tracking, tags: [] }, wanted),
  }
}
