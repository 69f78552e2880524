import { byName, trackingNames } from '../link/fields.ts'
import { parseTags } from '../tagList.ts'
import type { RuleFieldValues } from './ruleFields.ts'
import { ruleFieldNames } from './ruleFields.ts'
import type { RuleFieldName } from './ruleFields.ts'
import { getRule } from './trackingRules.ts'
import type { TrackingRules } from './trackingRules.ts'
import { createTransform } from './transform.ts'

/** Returns the start values of new links, transformed by the rules. The start value of tags is a list. */
export function startValues(rules: TrackingRules): RuleFieldValues {
  const start = byName(ruleFieldNames, (name) => getRule(rules, name).start)
  return {
    ...byName(trackingNames, (name) => createTransform(getRule(rules, name))(start[name])),
    tags: parseTags(start.tags).map(createTransform(getRule(rules, 'tags'))),
  }
}

/** Returns a function that fills the empty hidden fields of a link with their start values. */
export function createHiddenFiller(rules: TrackingRules): (given: RuleFieldValues) => RuleFieldValues {
  const start = startValues(rules)
  const isHidden = (name: RuleFieldName) => getRule(rules, name).presence === 'hidden'
  return (given) => ({
    ...byName(trackingNames, (name) => given[name] || (isHidden(name) ? start[name] : '')),
    tags: given.tags.length === 0 && isHidden('tags') ? start.tags : given.tags,
  })
}
