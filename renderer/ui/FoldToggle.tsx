import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './ui.module.css'

interface FoldToggleProps extends UnstyledButtonProps, Omit<ComponentProps<'button'>, 'style'> {
  open: boolean
  toggle: () => void
}

/** Opens and closes what is below it. Its arrow says which. */
export function FoldToggle({ open, toggle, children, ...button }: FoldToggleProps) {
  return (
    <UnstyledButton
      className={styles['foldToggle'] ?? ''}
      fz="xs"
      aria-expanded={open}
      onClick={toggle}
      {...button}
    >
      <ChevronRight size={14} aria-hidden />
      {children}
    </UnstyledButton>
  )
}
