import { byName, trackingNames } from '../../service/link/fields.ts'
import { createFieldCheck } from './fieldCheck.ts'
import type { RuleFinding } from './fieldCheck.ts'
import { memoize } from './memoize.ts'
import { ruleFieldNames } from '../../service/rules/ruleFields.ts'
import type { RuleFieldValues } from '../../service/rules/ruleFields.ts'
import { createHiddenFiller } from './startValues.ts'
import { createTransform } from './transform.ts'
import { getRule } from '../../service/rules/trackingRules.ts'
import type { TrackingRules } from '../../service/rules/trackingRules.ts'

interface RulesResult {
  /** The values after the rules' transformation. */
  values: RuleFieldValues
  findings: RuleFinding[]
}

/** Transforms values by a profile's rules and then checks them. */
export type ApplyRules = (values: RuleFieldValues) => RulesResult

/**
 * Returns a function that applies rules. Reuse it for many links, because it caches the results for repeated values.
 */
export function createRules(rules: TrackingRules): ApplyRules {
  const transforms = byName(ruleFieldNames, (name) => memoize(createTransform(getRule(rules, name))))
  const checks = ruleFieldNames.map((name) => createFieldCheck(name, getRule(rules, name)))
  const fillHidden = createHiddenFiller(rules)
  return (original) => {
    const filled = fillHidden(original)
    const values: RuleFieldValues = {
      ...byName(trackingNames, (name) => transforms[name](filled[name])),
      tags: filled.tags.map(transforms.tags),
    }
    return { values, findings: checks.flatMap((check) => check(values)) }
  }
}
