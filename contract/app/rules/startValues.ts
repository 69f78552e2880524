import { byName, trackingNames } from '../../service/link/fields.ts'
import { parseTags } from '../link/tagList.ts'
import type { RuleFieldValues, RuleFieldName } from '../../service/rules/ruleFields.ts'
import { getRule, listedParameters, ruleFieldsOf } from '../../service/rules/trackingRules.ts'
import type { TrackingRules } from '../../service/rules/trackingRules.ts'
import { createTransform } from './transform.ts'

/** Returns the start values of new links, transformed by the rules. The start value of tags is a list. */
export function startValues(rules: TrackingRules): RuleFieldValues {
  const start = byName(ruleFieldsOf(rules), (name) => getRule(rules, name).start)
  return {
    ...byName([...trackingNames, ...listedParameters(rules)], (name) =>
      createTransform(getRule(rules, name))(start[name] ?? ''),
    ),
    tags: parseTags(start.tags).map(createTransform(getRule(rules, 'tags'))),
  }
}

/** Returns a function that fills the empty hidden fields of a link with their start values. */
export function createHiddenFiller(rules: TrackingRules): (given: RuleFieldValues) => RuleFieldValues {
  const start = startValues(rules)
  const names = [...trackingNames, ...listedParameters(rules)]
  const isHidden = (name: RuleFieldName) => getRule(rules, name).presence === 'hidden'
  return (given) => ({
    ...given,
    ...byName(names, (name) => given[name] || (isHidden(name) ? (start[name] ?? '') : '')),
    tags: given.tags.length === 0 && isHidden('tags') ? start.tags : given.tags,
  })
}
