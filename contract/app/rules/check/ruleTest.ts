import { byName, trackingNames } from '../../../service/link/fields.ts'
import { parameterName } from '../../../service/link/parameters.ts'
import { readParameter } from '../../values/parameters.ts'
import { createAddressCheck } from './addressCheck.ts'
import { createRules } from '../apply.ts'
import type { RuleFieldValues } from '../../../service/rules/ruleFields.ts'
import { createHiddenFiller } from '../startValues.ts'
import type { TrackingRules } from '../../../service/rules/trackingRules.ts'

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
    const parameters = byName(apply.parameters, (field) => readParameter(address, parameterName(field)) ?? '')
    const known = { ...fieldValues, ...parameters }
    const { values, findings } = apply(known)
    // An empty hidden field of an existing link was intended.
    const { tags, ...tracking } = fillHidden(known)
    return (
      findings.length > 0 ||
      [...trackingNames, ...apply.parameters].some((name) => tracking[name] !== values[name]) ||
      tags.some((tag, index) => tag !== values.tags[index]) ||
      checkAddress(address, known).length > 0
    )
  }
}
