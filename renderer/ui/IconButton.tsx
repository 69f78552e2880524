import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

interface IconButtonProps extends ActionIconProps, Omit<ComponentProps<'button'>, keyof ActionIconProps> {
  icon: LucideIcon
  /** Its accessible name, and by default its tooltip. */
  label: string
  /** A shorter name, where it is clear what the button acts on. */
  tooltip?: string
}

/** Shows an action as an icon with a tooltip. */
export function IconButton({ icon: Icon, label, tooltip = label, ...button }: IconButtonProps) {
  return (
    <Tooltip label={tooltip}>
      <ActionIcon aria-label={label} {...button}>
        <Icon size={button.size === 'sm' ? 14 : 15} />
      </ActionIcon>
    </Tooltip>
  )
}
