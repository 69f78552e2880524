import type { ReactNode } from 'react'
import { useScrollIntoView } from '../../../ui/useScrollIntoView.ts'
import styles from './rules.module.css'

/** Shows what became of saving. The button is always visible, but the end of the form may not be. */
export function IntoView({ children }: { children: ReactNode }) {
  const element = useScrollIntoView<HTMLDivElement>()
  return (
    <div ref={element} className={styles['outcome']}>
      {children}
    </div>
  )
}
