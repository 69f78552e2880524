import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './ui.module.css'

export interface FieldRow {
  name: string
  value: ReactNode
}

/** Shows names and values in two columns. Missing values are marked as such. */
export function FieldList({ rows }: { rows: FieldRow[] }) {
  return (
    <dl>
      {rows.map(({ name, value }) => (
        <div key={name} className={styles['fieldRow']}>
          <dt>{name}</dt>
          <dd>{value ?? <Absent />}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the text for a missing value. */
export function Absent() {
  return (
    <Text span inherit c="dimmed">
      Not set
    </Text>
  )
}
