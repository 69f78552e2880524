import { TriangleAlert } from 'lucide-react'
import { compareShared, ruledNameOf } from '../../../../contract/rules/sharedEntries.ts'
import type { RuledName } from '../../../../contract/rules/ruledNames.ts'
import type { TrackingRules } from '../../../../contract/rules/trackingRules.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { DifferenceList } from './shared/DifferenceList.tsx'

interface RulesConflictProps {
  /** The rules of the editor, and those that another window saved meanwhile. */
  mine: TrackingRules
  theirs: TrackingRules
  /** The fields on which the person has decided. */
  decided: readonly RuledName[]
  take: (names: RuledName[]) => void
  keep: (names: RuledName[]) => void
}

/** Shows rules that were saved elsewhere after this editor was opened, beside the own ones. */
export function RulesConflict({ mine, theirs, decided, take, keep }: RulesConflictProps) {
  const changes = compareShared({ rules: mine }, { rules: theirs }).filter(
    (change) => !decided.includes(ruledNameOf(change)),
  )
  return (
    <Callout
      tone="warn"
      icon={TriangleAlert}
      title="These rules were changed elsewhere while you edited them"
      role="alert"
    >
      <p>Nothing was saved. Decide on each difference, yours → saved meanwhile, then save again.</p>
      <DifferenceList
        label="Yours and what was saved meanwhile"
        changes={changes}
        isBusy={false}
        actions={[
          { label: 'Accept', allLabel: 'Accept all', run: (some) => take(some.map(ruledNameOf)) },
          { label: 'Keep mine', allLabel: 'Keep all mine', run: (some) => keep(some.map(ruledNameOf)) },
        ]}
      />
    </Callout>
  )
}
