import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'

export type BarButtonProps = Omit<ButtonProps, 'children'> & {
  icon: LucideIcon
  title?: string
  children: string
  onClick?: () => void
}

/**
 * A button for an action on the selected links. A narrow window shows only its icon, so its title defaults to its
 * label.
 */
export function BarButton({ icon: Icon, ...button }: BarButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon size={14} aria-hidden />}
      title={button.children}
      {...button}
    />
  )
}
