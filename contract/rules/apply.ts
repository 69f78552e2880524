import { byName, trackingNames } from '../link/fields.ts'
import { createAddressCheck } from './addressCheck.ts'
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

/** Returns a function that applies rules. Reuse it for many links: results for repeated values are kept. */
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

/**
 * Returns a function that tells whether a link breaks rules: whether one finds an error, a warning or another spelling, in its
 * fields or in the `utm_…` parameters of its address.
 */
export function createRuleTest(rules: TrackingRules): (given: RuledValues, address?: string) => boolean {
  const apply = createRules(rules)
  const checkAddress = createAddressCheck(apply)
  const fillHidden = createHiddenFiller(rules)
  return (given, address = '') => {
    const { values, findings } = apply(given)
    // An empty hidden field of a link that exists is as it was meant.
    const { tags, ...tracking } = fillHidden(given)
    return (
      findings.length > 0 ||
      trackingNames.some((name) => tracking[name] !== values[name]) ||
      tags.some((tag, index) => tag !== values.tags[index]) ||
      checkAddress(address, given).length > 0
    )
  }
}
