import { Button, type ButtonProps } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'

type BarButtonProps = Omit<ButtonProps, 'children'> & {
  icon: LucideIcon
  title?: string
  /** Why it can't be used; `null` if it can. */
  obstacle?: string | null
  children: string
  onClick?: () => void
}

/**
 * Shows a button for an action on the selected links. In a narrow window only its icon is visible, so its label is also
 * its tooltip unless `title` or `obstacle` is set.
 */
export function BarButton({ icon: Icon, obstacle = null, disabled, ...button }: BarButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon size={14} />}
      title={button.children}
      {...button}
      disabled={disabled || obstacle !== null}
      {...(obstacle !== null && { title: obstacle })}
    />
  )
}
