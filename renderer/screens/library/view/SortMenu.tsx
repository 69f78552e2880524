import { Button, Menu } from '@mantine/core'
import { ArrowDownUp, Check } from 'lucide-react'
import { memo } from 'react'
import { sortNames } from '../../../../contract/library/view.ts'
import type { SortName } from '../../../../contract/library/view.ts'
import type { FilterProps } from './FilterButton.tsx'
import styles from './view.module.css'

const labels: Record<SortName, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  title: 'Title',
  campaign: 'Campaign',
  source: 'Source',
  destination: 'Destination',
  checked: 'Longest unchecked first',
}

/** In which order the links are listed. */
export const SortMenu = memo(function SortMenu({ view, choose }: FilterProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={styles['filter'] ?? ''}
          aria-label={`Order: ${labels[view.sort]}`}
          leftSection={<ArrowDownUp size={13} aria-hidden />}
        >
          {labels[view.sort]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sortNames.map((sort) => (
          <Menu.Item
            key={sort}
            role="menuitemradio"
            aria-checked={sort === view.sort}
            rightSection={sort === view.sort ? <Check size={14} aria-hidden /> : null}
            onClick={() => choose({ ...view, sort })}
          >
            {labels[sort]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
})
