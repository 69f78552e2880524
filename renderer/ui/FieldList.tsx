import type { ReactNode } from 'react'
import styles from './ui.module.css'

export interface FieldRow {
  name: string
  value: ReactNode
}

/** Names and values in two columns; a value that is not there is said as such. */
export function FieldList({ rows }: { rows: FieldRow[] }) {
  return (
    <dl className={styles['fields']}>
      {rows.map(({ name, value }) => (
        <div key={name} className={styles['fieldRow']}>
          <dt>{name}</dt>
          <dd>{value ?? <Absent />}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The word for a value that is not there. */
export function Absent() {
  return <span className={styles['absent']}>Not set</span>
}
