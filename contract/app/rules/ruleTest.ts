import { trackingNames } from '../../service/link/fields.ts'
import { createAddressCheck } from './addressCheck.ts'
import { createRules } from './apply.ts'
import type { RuleFieldValues } from '../../service/rules/ruleFields.ts'
import { createHiddenFiller } from './startValues.ts'
import type { TrackingRules } from '../../service/rules/trackingRules.ts'

/**
 * Returns a function that returns whether a link breaks the rules: its fields, or the `utm_…` parameters of its
 * address, have an error, a warning or a different spelling.
 */
export function createRuleTest(
  rules: TrackingRules,
): (fieldValues: RuleFieldValues, address?: string) => boolean {
  const apply = createRules(rules)
  const checkAddress = createAddressCheck(apply)
  const fillHidden = createHiddenFiller(rules)
  return (fieldValues, address = '') => {
    const { values, findings } = apply(fieldValues)
    // An empty hidden field of an existing link was intended.
    const { tags, ...tracking } = fillHidden(fieldValues)
    return (
      findings.length > 0 ||
      trackingNames.some((name) => tracking[name] !== values[name]) ||
      tags.some((tag, index) => tag !== values.tags[index]) ||
      checkAddress(address, fieldValues).length > 0
    )
  }
}
