import { Button, Popover } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { LibraryView } from '../../../../contract/library/view.ts'
import styles from './view.module.css'

/** A view, and how another one is chosen. */
export interface FilterProps {
  view: LibraryView
  choose: (view: LibraryView) => void
}

interface FilterButtonProps {
  label: string
  /** How many values are chosen. */
  chosen: number
  /** Drawn only while it is open: that is when its values are asked for. */
  children: (close: () => void) => ReactNode
}

/** A quiet button that opens the choices of one filter. */
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
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={styles['filter'] ?? ''}
          data-active={chosen > 0 || undefined}
          rightSection={<ChevronDown size={13} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {label}
          {chosen > 0 && <span className={styles['chosen']}>{chosen}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={styles['choices'] ?? ''}>
        {opened && children(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  )
}
