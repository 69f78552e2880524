import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'

export type BarButtonProps = ButtonProps & { icon: LucideIcon; title?: string; onClick: () => void }

/** Something that can be done with the chosen links. */
export function BarButton({ icon: Icon, ...button }: BarButtonProps) {
  return (
    <Button size="compact-sm" variant="default" leftSection={<Icon size={14} aria-hidden />} {...button} />
  )
}
