import { byName, trackingNames } from '../../../contract/service/link/fields.ts'
import { requestField } from '../../../contract/app/rules/request.ts'
import { ruleFieldNames } from '../../../contract/service/rules/ruleFields.ts'
import type { RuleFieldName, RuleFieldValues } from '../../../contract/service/rules/ruleFields.ts'
import type { FormValues, PartialForm } from '../../link/form.ts'
import { withFormParameters } from '../../link/formParameters.ts'
import type { FormRules } from '../../link/formRules.ts'

/**
 * Returns a profile's rules for a change of a link. They apply only to the fields that the user changes, as in a change
 * run: a field that already breaks a rule must not block changes to other fields.
 */
export function rulesForChange(rules: FormRules, original: FormValues): FormRules {
  const parameters = rules.parameters.map(({ field }) => field)
  const before = withFormParameters(original, parameters)
  const fields = [...ruleFieldNames, ...parameters]
  const isSame = (name: RuleFieldName, value: RuleFieldValues[RuleFieldName]) =>
    JSON.stringify(value ?? '') === JSON.stringify(before[name] ?? '')
  const isRequired = (name: RuleFieldName) => rules.isRequired(name) && (before[name] ?? '').length > 0
  const addresses = [original.desktopUrl, original.iosUrl, original.androidUrl]
  return {
    ...rules,
    address: (url, tracking) =>
      addresses.includes(url) ? { warnings: [], moved: null } : rules.address(url, tracking),
    errors: (values) => {
      const unchangedFields = new Set<string>(
        fields.filter((name) => isSame(name, values[name])).map(requestField),
      )
      return Object.fromEntries(
        Object.entries(rules.errors(values)).filter(([field]) => !unchangedFields.has(field)),
      )
    },
    field: (tracking, name) => {
      const field = rules.field(tracking, name)
      const isKept = isSame(name, tracking[name])
      const unchanged = { written: tracking[name] ?? '', warning: undefined, meant: null }
      return field && { ...field, isRequired: isRequired(name), ...(isKept && unchanged) }
    },
    begin: (values) => values,
    isRequired,
    hasRequired: fields.some(isRequired),
    tagFindings: (tags) => (isSame('tags', tags) ? [] : rules.tagFindings(tags)),
    isHidden: () => false,
  }
}

/**
 * Returns the tracking values with the rules' spelling applied. A form does this on blur, but not when an unsent change
 * is reopened.
 */
export function trackingWithRules(rules: FormRules, values: FormValues): PartialForm {
  return byName(trackingNames, (name) => rules.field(values, name)?.written ?? values[name])
}
