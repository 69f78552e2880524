import type { CheckOutcome } from '../../../../contract/check.ts'
import { checkLabels } from '../../../ui/Badge.tsx'
import { FilterButton } from './FilterButton.tsx'
import type { FilterProps } from './FilterButton.tsx'
import { Values } from './Values.tsx'

/** What the last check of a link came to. */
export function CheckFilter({ view, choose }: FilterProps) {
  const { checks } = view
  const toggle = (outcome: CheckOutcome) =>
    choose({
      ...view,
      checks: checks.includes(outcome) ? checks.filter((other) => other !== outcome) : [...checks, outcome],
    })
  return (
    <FilterButton label="Last check" chosen={checks.length}>
      {() => (
        <Values
          of="check"
          view={{ ...view, checks: [] }}
          chosen={checks}
          label={(outcome) => checkLabels[outcome as CheckOutcome]}
          toggle={(outcome) => toggle(outcome as CheckOutcome)}
        />
      )}
    </FilterButton>
  )
}
