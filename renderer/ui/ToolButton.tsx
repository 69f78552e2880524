import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import styles from './ui.module.css'

/** A small button without a frame, such as one that opens a menu. Its texts and icons are side by side. */
export function ToolButton(props: UnstyledButtonProps & ComponentProps<'button'>) {
  return <UnstyledButton {...props} className={styles['tool'] ?? ''} />
}
