import { Button, type ButtonProps } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

interface ActionButtonProps extends ButtonProps, Omit<ComponentProps<'button'>, keyof ButtonProps> {
  icon: LucideIcon
}

/** A button with an icon before its text. */
export function ActionButton({ icon: Icon, variant = 'default', ...props }: ActionButtonProps) {
  const iconSize = props.size === undefined ? 15 : 14
  return <Button variant={variant} leftSection={<Icon size={iconSize} />} {...props} />
}
