import { Button, Popover, Stack } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import styles from './view.module.css'

/** A view, and a function to choose another one. */
export interface FilterProps {
  view: LibraryView
  choose: (view: LibraryView) => void
}

/** The look of a button in the row of filters. */
export const filterLook = {
  ...({ size: 'compact-sm', variant: 'subtle', color: 'gray' } as const),
  className: styles['filter'] ?? '',
}

interface FilterButtonProps {
  label: string
  /** Number of selected values. */
  chosen: number
  /** Rendered only while open, when the values are fetched. */
  children: (close: () => void) => ReactNode
}

/** Shows a button that opens the options of a filter. */
export function FilterButton({ label, chosen, children }: FilterButtonProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      shadow="md"
      offset={4}
      transitionProps={{ duration: 80 }}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          {...filterLook}
          data-active={chosen > 0 || undefined}
          rightSection={<ChevronDown size={13} />}
          onClick={() => setOpened(!opened)}
        >
          {label}
          {chosen > 0 && <span className={styles['chosen']}>{chosen}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} p={10} maw={320}>
        <Stack gap="xs">{opened && children(() => setOpened(false))}</Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
