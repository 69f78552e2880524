import { Text } from '@mantine/core'
import { compareShared, toRuleFieldName } from '../../../../contract/app/rules/sharedEntries.ts'
import type { RuleFieldName } from '../../../../contract/service/rules/ruleFields.ts'
import type { TrackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { DifferenceList } from './shared/DifferenceList.tsx'

interface RulesConflictProps {
  /** The rules in the editor. */
  mine: TrackingRules
  /** The rules that were saved elsewhere in the meantime. */
  theirs: TrackingRules
  /** The fields that the user has decided on. */
  decided: readonly RuleFieldName[]
  accept: (names: RuleFieldName[]) => void
  keep: (names: RuleFieldName[]) => void
}

/** Asks which rules to keep if others were saved elsewhere while the user edited these. */
export function RulesConflict({ mine, theirs, decided, accept, keep }: RulesConflictProps) {
  const changes = compareShared({ rules: mine }, { rules: theirs }).filter(
    (change) => !decided.includes(toRuleFieldName(change)),
  )
  return (
    <Callout tone="warn" title="These rules were changed elsewhere while you edited them" role="alert">
      <Text inherit mb="sm">
        Nothing was saved. Each difference shows your value → the saved one. Decide on each, then save again.
      </Text>
      <DifferenceList
        label="Differences between your rules and the saved ones"
        changes={changes}
        accept={(some) => accept(some.map(toRuleFieldName))}
        keep={(some) => keep(some.map(toRuleFieldName))}
      />
    </Callout>
  )
}
