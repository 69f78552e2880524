import { Text } from '@mantine/core'
import type { SharedChange } from '../../../../contract/app/rules/sharedEntries.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { DifferenceList } from './shared/DifferenceList.tsx'

interface RulesConflictProps {
  /** The differences between the rules in the editor and those that were saved elsewhere. */
  changes: readonly SharedChange[]
  accept: (changes: SharedChange[]) => void
  keep: (changes: SharedChange[]) => void
}

/** Asks which rules to keep if others were saved elsewhere while the user edited these. */
export function RulesConflict(props: RulesConflictProps) {
  return (
    <Callout tone="warn" title="These rules were changed elsewhere while you edited them" role="alert">
      <Text inherit mb="sm">
        Nothing was saved. Each difference shows your value → the saved one. Decide on each, then save again.
      </Text>
      <DifferenceList label="Differences between your rules and the saved ones" {...props} />
    </Callout>
  )
}
