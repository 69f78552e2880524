import { Button, Menu } from '@mantine/core'
import { ArrowDownUp, Check } from 'lucide-react'
import { memo } from 'react'
import { sortLabels, sortNames, type SortName } from '../../../../contract/app/library/columns/columnLists.ts'
import { useReportsVisits } from '../../../session/useReportsVisits.ts'
import { visitSorts } from './filters.ts'
import { filterLook, type FilterProps } from './FilterButton.tsx'

/** Selects the sort order. */
export const SortMenu = memo(function SortMenu({ view, choose }: FilterProps) {
  const reportsVisits = useReportsVisits()
  const isChosen = (sort: SortName) => sort === view.sort
  const label = sortLabels[view.sort]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button {...filterLook} aria-label={`Order: ${label}`} leftSection={<ArrowDownUp size={13} />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sortNames
          .filter((sort) => reportsVisits || !visitSorts.has(sort))
          .map((sort) => (
            <Menu.Item
              key={sort}
              role="menuitemradio"
              aria-checked={isChosen(sort)}
              rightSection={isChosen(sort) ? <Check size={14} /> : null}
              onClick={() => choose({ ...view, sort })}
            >
              {sortLabels[sort]}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
})
