import { Button, Menu } from '@mantine/core'
import { ArrowDownUp, Check } from 'lucide-react'
import { memo } from 'react'
import { sortLabels, sortNames } from '../../../../contract/app/library/columns/columnLists.ts'
import type { SortName } from '../../../../contract/app/library/columns/columnLists.ts'
import type { FilterProps } from './FilterButton.tsx'
import styles from './view.module.css'

interface SortMenuProps extends FilterProps {
  /** Whether the list is sorted by visits instead, and a function to stop that. */
  isSortedByVisits: boolean
  endVisitSort: () => void
}

/** Selects the sort order. */
export const SortMenu = memo(function SortMenu({
  view,
  choose,
  isSortedByVisits,
  endVisitSort,
}: SortMenuProps) {
  const isChosen = (sort: SortName) => !isSortedByVisits && sort === view.sort
  const label = isSortedByVisits ? 'Most visits first' : sortLabels[view.sort]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={styles['filter'] ?? ''}
          aria-label={`Order: ${label}`}
          leftSection={<ArrowDownUp size={13} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sortNames.map((sort) => (
          <Menu.Item
            key={sort}
            role="menuitemradio"
            aria-checked={isChosen(sort)}
            rightSection={isChosen(sort) ? <Check size={14} aria-hidden /> : null}
            onClick={() => {
              endVisitSort()
              choose({ ...view, sort })
            }}
          >
            {sortLabels[sort]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
})
