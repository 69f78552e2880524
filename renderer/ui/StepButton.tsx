import { ActionIcon, type MantineSize } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'

interface StepButtonProps {
  label: string
  icon: LucideIcon
  size?: MantineSize
  /** `undefined` at the end of a list. The button then keeps the focus. */
  go: ((event: React.MouseEvent<HTMLElement>) => void) | undefined
}

/** Goes one step in a list, such as to the next entry. */
export function StepButton({ label, icon: Icon, size = 'md', go }: StepButtonProps) {
  return (
    <ActionIcon
      size={size}
      aria-label={label}
      title={label}
      aria-disabled={!go}
      data-disabled={!go}
      onClick={go}
    >
      <Icon size={size === 'md' ? 16 : 13} />
    </ActionIcon>
  )
}
