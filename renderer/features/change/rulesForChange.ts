import type { RuleFieldName, RuleFieldValues } from '../../../contract/service/rules/ruleFields.ts'
import type { FormValues } from '../../link/form.ts'
import { withFormParameters } from '../../link/formParameters.ts'
import type { FormRules } from '../../link/formRules.ts'

/**
 * Returns a profile's rules for a change of a link. They advise only on the fields that the user changes, as in a change
 * run, and a field that had no value needs none.
 */
export function rulesForChange(rules: FormRules, original: FormValues): FormRules {
  const parameters = rules.parameters.map(({ field }) => field)
  const before = withFormParameters(original, parameters)
  const isSame = (name: RuleFieldName, value: RuleFieldValues[RuleFieldName]) =>
    JSON.stringify(value ?? '') === JSON.stringify(before[name] ?? '')
  const isRequired = (name: RuleFieldName) => rules.isRequired(name) && (before[name] ?? '').length > 0
  const addresses = [original.desktopUrl, original.iosUrl, original.androidUrl]
  return {
    ...rules,
    address: (url, tracking) =>
      addresses.includes(url) ? { warnings: [], moved: {} } : rules.address(url, tracking),
    field: (tracking, name) => {
      const field = rules.field(tracking, name)
      const isKept = isSame(name, tracking[name])
      const unchanged = { written: tracking[name] ?? '', warning: undefined, meant: null }
      return field && { ...field, isRequired: isRequired(name), ...(isKept && unchanged) }
    },
    isRequired,
    tagFindings: (tags) => (isSame('tags', tags) ? [] : rules.tagFindings(tags)),
    isHidden: () => false,
  }
}
