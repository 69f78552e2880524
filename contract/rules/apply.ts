import { byName, trackingNames } from '../link/fields.ts'
import { createFieldCheck } from './fieldCheck.ts'
import type { RuleFinding } from './fieldCheck.ts'
import { memoize } from './memoize.ts'
import { ruledNames } from './ruledNames.ts'
import type { RuledValues } from './ruledNames.ts'
import { createHiddenFiller } from './startValues.ts'
import { createTransform } from './transform.ts'
import { ruleOf } from './trackingRules.ts'
import type { TrackingRules } from './trackingRules.ts'

export interface RuledResult {
  /** The values after the rules' transformation. */
  values: RuledValues
  findings: RuleFinding[]
}

/** Transforms values by a profile's rules and then checks them. */
export type ApplyRules = (values: RuledValues) => RuledResult

/**
 * Returns a function that applies rules. Reuse it for many links, because it caches the results for repeated values.
 */
export function createRules(rules: TrackingRules): ApplyRules {
  const transforms = byName(ruledNames, (name) => memoize(createTransform(ruleOf(rules, name))))
  const checks = ruledNames.map((name) => createFieldCheck(name, ruleOf(rules, name)))
  const fillHidden = createHiddenFiller(rules)
  return (given) => {
    const filled = fillHidden(given)
    const values: RuledValues = {
      ...byName(trackingNames, (name) => transforms[name](filled[name])),
      tags: filled.tags.map(transforms.tags),
    }
    return { values, findings: checks.flatMap((check) => check(values)) }
  }
}
