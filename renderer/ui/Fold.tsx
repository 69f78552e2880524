import { Stack } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './ui.module.css'

/** Shows a collapsed section for details that few people need. */
export function Fold({ title, children, ...details }: ComponentProps<'details'> & { title: string }) {
  return (
    <details className={styles['fold']} {...details}>
      <summary>
        <ChevronRight size={14} />
        {title}
      </summary>
      <Stack gap={10} align="flex-start" pt={2} px="sm" pb="sm">
        {children}
      </Stack>
    </details>
  )
}
