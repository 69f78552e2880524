import type { ReactNode } from 'react'
import styles from './ui.module.css'

/** What only some look for, one press away. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles['fold']}>
      <summary>{title}</summary>
      <div className={styles['foldBody']}>{children}</div>
    </details>
  )
}
