import type { CheckOutcome } from '../../../../contract/check.ts'
import { checkLabels } from '../../../ui/Badge.tsx'
import { FilterButton } from './FilterButton.tsx'
import type { FilterProps } from './FilterButton.tsx'
import { Values } from './Values.tsx'
import { toggled } from './filters.ts'

/** What the last check of a link came to. */
export function CheckFilter({ view, choose }: FilterProps) {
  const { checks } = view
  return (
    <FilterButton label="Last check" chosen={checks.length}>
      {() => (
        <Values
          of="check"
          view={{ ...view, checks: [] }}
          chosen={checks}
          label={(outcome) => checkLabels[outcome as CheckOutcome]}
          toggled={(outcome) => ({ ...view, checks: toggled(checks, outcome as CheckOutcome) })}
          choose={choose}
        />
      )}
    </FilterButton>
  )
}
