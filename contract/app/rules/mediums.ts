import { createRules } from './apply.ts'
import { allowedValues } from './check/fieldCheck.ts'
import type { RuleFieldValues } from '../../service/rules/ruleFields.ts'
import { hasNoRules, getRule, type TrackingRules } from '../../service/rules/trackingRules.ts'

/** Maximum number of values offered from a list, so that a long list doesn't slow down every row. */
const maxListed = 100

/**
 * Returns a function that returns the mediums that the rules allow for a link without a warning: first the wanted ones,
 * transformed by the rules, then those of its list.
 */
export function createMediumChoice(
  rules: TrackingRules,
): (fieldValues: RuleFieldValues, candidates: readonly string[]) => Iterable<string> {
  if (hasNoRules(rules)) return (_given, candidates) => candidates
  const apply = createRules(rules)
  const rule = getRule(rules, 'medium')
  return function* choices(fieldValues, candidates) {
    const { values } = apply(fieldValues)
    const listedMediums = allowedValues(rule, rule.dependent ? values[rule.dependent.on] : '')
    for (const medium of [...candidates, ...listedMediums.slice(0, maxListed)]) {
      const result = apply({ ...fieldValues, medium })
      if (!result.findings.some(({ field }) => field === 'medium')) yield result.values.medium
    }
  }
}
