import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './ui.module.css'

/** Marks what a policy of the organization decides. */
export function Managed() {
  return (
    <p className={styles['managed']}>
      <Lock size={14} aria-hidden /> Managed by your organization
    </p>
  )
}

/** Fields that cannot be changed, and say so, while the organization manages them. */
export function Lockable({ locked, children }: { locked: boolean; children: ReactNode }) {
  return (
    <>
      {locked && <Managed />}
      <fieldset className={styles['lockable']} disabled={locked}>
        {children}
      </fieldset>
    </>
  )
}
