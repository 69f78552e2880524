import type { ReactNode } from 'react'
import styles from './ui.module.css'

/** Shows a collapsed section for details that few people need. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles['fold']}>
      <summary>{title}</summary>
      <div className={styles['foldBody']}>{children}</div>
    </details>
  )
}
