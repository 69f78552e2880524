import { ActionIcon, Tooltip } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'

interface IconActionProps {
  label: string
  icon: LucideIcon
  act: () => void
}

/** Shows an action as an icon with a tooltip, so that all actions fit on one line. */
export function IconAction({ label, icon: Icon, act }: IconActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={36} aria-label={label} onClick={act}>
        <Icon size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
