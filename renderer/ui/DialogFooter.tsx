import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './ui.module.css'

/** The end of a dialog's content, with its buttons. Always in view, however long the content is. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <Group className={styles['dialogFooter']} gap="xs" justify="flex-end">
      {children}
    </Group>
  )
}
