import { byName, trackingNames } from '../../service/link/fields.ts'
import type { ParameterField } from '../../service/link/parameters.ts'
import { createFieldCheck, type RuleFinding } from './check/fieldCheck.ts'
import { memoize } from './memoize.ts'
import type { RuleFieldValues } from '../../service/rules/ruleFields.ts'
import { createHiddenFiller } from './startValues.ts'
import { createTransform } from './transform.ts'
import { getRule, listedParameters, ruleFieldsOf } from '../../service/rules/trackingRules.ts'
import type { TrackingRules } from '../../service/rules/trackingRules.ts'

interface RulesResult {
  /** The values after the rules' transformation. */
  values: RuleFieldValues
  findings: RuleFinding[]
}

/** Transforms values by a profile's rules and then checks them. `parameters` are those that the rules list. */
export type ApplyRules = ((values: RuleFieldValues) => RulesResult) & {
  readonly parameters: readonly ParameterField[]
}

/**
 * Returns a function that applies rules. Reuse it for many links, because it caches the results for repeated values.
 */
export function createRules(rules: TrackingRules): ApplyRules {
  const transforms = byName(ruleFieldsOf(rules), (name) => memoize(createTransform(getRule(rules, name))))
  const parameters = listedParameters(rules)
  const checks = ruleFieldsOf(rules).map((name) => createFieldCheck(name, getRule(rules, name)))
  const fillHidden = createHiddenFiller(rules)
  const apply = (original: RuleFieldValues): RulesResult => {
    const filled = fillHidden(original)
    const values: RuleFieldValues = {
      ...filled,
      ...byName([...trackingNames, ...parameters], (name) => transforms[name]?.(filled[name] ?? '') ?? ''),
      tags: filled.tags.map(transforms.tags),
    }
    return { values, findings: checks.flatMap((check) => check(values)) }
  }
  return Object.assign(apply, { parameters })
}
