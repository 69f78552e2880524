import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './rules.module.css'

/** Shows some rules of a field under a title. */
export function RuleGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles['group']}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

/** Shows inputs side by side, as far as there is room. */
export function RuleRow({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid minColWidth={200} autoFlow="auto-fit" spacing="sm">
      {children}
    </SimpleGrid>
  )
}
