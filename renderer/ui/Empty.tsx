import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './ui.module.css'

interface EmptyProps {
  icon: LucideIcon
  title: string
  children: ReactNode
  actions?: ReactNode
}

/** Shows an empty state: what belongs here and how to start. */
export function Empty({ icon: Icon, title, children, actions }: EmptyProps) {
  return (
    <div className={styles['empty']}>
      <span className={styles['emptyIcon']}>
        <Icon size={22} aria-hidden />
      </span>
      <h2>{title}</h2>
      <p>{children}</p>
      {actions && <div className={styles['emptyActions']}>{actions}</div>}
    </div>
  )
}
